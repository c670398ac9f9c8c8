// The whole story of the chosen territory: who held it and when. Loaded when somebody first chooses one.

import { byId, chip, html, svg } from './dom.js';

/** Tells it on the page; gives its first sentence. */
export function tell(page) {
  const { chosen, war, words } = page, owner = war.stories[chosen].at(-1).owner, held = war.last[chosen];
  const facts = { T: words.name(chosen), A: words.name(owner) };
  const sentences = [
    words.sentence(owner === chosen ? 'is_own' : 'is_held', facts),
    words.say('changes', { n: war.stories[chosen].length - 1 }),
    held ? words.say('faction_in', { A: words.name(chosen, held) })
      : words.say('faction_out', { n: war.lastOut.get(chosen) }),
  ];
  byId('storia-titolo').textContent = words.say('story', facts);
  byId('storia-testo').replaceChildren(html('p', sentences.join(' ')), strip(page), list(page));
  return `${war.names[chosen]}. ${sentences[0]}`;
}

function runs({ chosen, war }) {
  const story = war.stories[chosen];
  return story.map(({ turn, owner }, i) => ({ owner, from: turn, to: story[i + 1]?.turn ?? war.turns + 1 }));
}

/** A band of the owners' colours; a click leads to that turn. */
function strip(page) {
  const { war } = page;
  const band = svg('svg', {
    class: 'strip', viewBox: `0 0 ${war.turns + 1} 34`, preserveAspectRatio: 'none', 'aria-hidden': 'true',
  });
  for (const { owner, from, to } of runs(page)) {
    svg('rect', { x: from, y: 4, width: to - from, height: 26, fill: page.colourNow(owner) }, band);
    if (from) svg('path', { d: `M${from} 4V30` }, band);
  }
  page.storyMark = svg('path', { class: 'cursor' }, band);
  page.moveStoryMark();
  band.addEventListener('click', (event) => {
    const box = band.getBoundingClientRect();
    page.go(Math.floor(((event.clientX - box.left) / box.width) * (war.turns + 1)), true);
  });
  return band;
}

function list(page) {
  const { words, chosen } = page, all = html('ul', null, 'runs');
  for (const { owner, from } of runs(page)) {
    const row = html('li'), link = html('a', words.say('from_turn', { n: from }));
    link.href = `#t=${from}&c=${encodeURIComponent(page.war.data.id[chosen])}`;
    const home = owner === chosen ? ` (${words.say('at_home')})` : '';
    row.append(chip(page.colourNow(owner)), `${words.bare(owner)}${home}, `, link);
    all.append(row);
  }
  return all;
}
