// The list of events, latest first.

import { byId, html } from './dom.js';

const FEW = 12;
const MORE = 48;

export class Events {
  constructor(page) {
    this.page = page;
    this.list = byId('elenco');
    this.which = byId('quali');
    this.limit = FEW;
    byId('filtro').hidden = false;
    this.which.onchange = () => {
      this.limit = FEW;
      this.draw();
    };
    byId('altri').onclick = () => {
      const shown = this.list.children.length;
      this.limit += MORE;
      this.draw();
      this.list.children[shown]?.querySelector('a')?.focus();
    };
  }

  get ofChosen() {
    return this.which.value === 'c';
  }

  #wanted({ rebels, out, target, actor }) {
    const { chosen } = this.page;
    if (this.which.value === 'r') return rebels;
    if (this.which.value === 'x') return out;
    return !this.ofChosen || target === chosen || actor === chosen;
  }

  draw() {
    const { war, words, chosen } = this.page, rows = [];
    let turn = war.turns;
    for (; turn > 0 && rows.length < this.limit; turn--)
      if (this.#wanted(war.events[turn])) rows.push(this.#row(turn));
    if (!rows.length) rows.push(html('li', words.say(this.ofChosen && chosen < 0 ? 'choose' : 'no_event')));
    this.list.replaceChildren(...rows);
    byId('altri').hidden = turn <= 0;
    this.mark();
  }

  #row(turn) {
    const { war, words } = this.page, event = war.events[turn], [sentence] = war.tell(turn, words);
    const exit = event.out ? `. ${words.sentence('exit', war.facts(turn, words))}` : '';
    const row = html('li'), link = html('a', words.say('turn', { n: turn }));
    link.href = `#t=${turn}`;
    row.value = turn;
    row.append(link, ` ${sentence}${exit}`);
    return row;
  }

  /** Shows which turn is looked at. */
  mark() {
    for (const row of this.list.children) row.className = row.value > 0 && row.value === this.page.turn ? 'now' : '';
  }
}
