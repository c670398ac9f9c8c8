// A territory found by name, and the line about it beside the map; its whole story is in story.js.

import { byId, html } from './dom.js';

const plain = (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').replace(/[’`]/g, "'").toLowerCase().trim();

export class Find {
  constructor(page) {
    this.page = page;
    this.field = byId('nome');
    this.brief = byId('breve');
    byId('nomi').append(...page.war.names.map((name) => new Option(name)));
    byId('cerca').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#find();
    });
    this.field.addEventListener('input', () => {
      this.field.setCustomValidity('');
      if (page.war.names.includes(this.field.value)) this.#find();
    });
  }

  /** The name as it is, else the first that begins so, else the first that holds it. */
  #find() {
    const { page } = this, wanted = plain(this.field.value), names = page.war.names.map(plain);
    const tests = [(name) => name === wanted, (name) => name.startsWith(wanted), (name) => name.includes(wanted)];
    const found = wanted ? tests.map((test) => names.findIndex(test)).find((i) => i >= 0) : undefined;
    if (found === undefined) {
      const unknown = page.words.say('unknown');
      page.announce(unknown);
      this.field.setCustomValidity(unknown);
      this.field.reportValidity();
      return;
    }
    page.choose(found);
    page.viewer.seek(found);
  }

  /** Since when the owner of the shown turn holds it. */
  #since(territory) {
    return this.page.war.stories[territory].findLast((change) => change.turn <= this.page.turn);
  }

  #held(territory) {
    const { words } = this.page, { turn, owner } = this.#since(territory);
    const facts = { T: words.name(territory), A: words.name(owner), n: turn };
    if (owner !== territory) return words.say('held_since', facts);
    return words.say(turn ? 'own_since' : 'own_always', facts);
  }

  /** The line beside the map. */
  draw() {
    const { chosen, war, words } = this.page;
    this.brief.hidden = chosen < 0;
    if (chosen < 0) return;
    const held = `: ${this.#held(chosen)} · `, told = war.names[chosen] + held;
    // Whoever stands on the link keeps it.
    if (told === this.told) return;
    this.told = told;
    const link = html('a', words.say('to_story'));
    link.href = '#storia';
    link.onclick = (event) => {
      event.preventDefault();
      const story = byId('storia');
      story.tabIndex = -1;
      story.scrollIntoView();
      story.focus({ preventScroll: true });
    };
    this.brief.replaceChildren(html('b', war.names[chosen]), held, link);
  }
}
