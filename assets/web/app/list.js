// The list of turns, latest first, of which a reader chooses some; what is in a row, each game says.

import { byId, html } from './dom.js';

const FEW = 12;
const MORE = 48;

/** Has `wanted(turn, which)`, `text(turn)` and `nothing(which)` from the page that uses it. */
export class TurnList {
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

  draw() {
    const { war } = this.page, which = this.which.value, rows = [];
    let turn = war.turns;
    for (; turn > 0 && rows.length < this.limit; turn--) if (this.wanted(turn, which)) rows.push(this.#row(turn));
    if (!rows.length) rows.push(html('li', this.nothing(which)));
    this.list.replaceChildren(...rows);
    byId('altri').hidden = turn <= 0;
    this.mark();
  }

  #row(turn) {
    const row = html('li'), link = html('a', this.page.words.say('turn', { n: turn }));
    link.href = `#t=${turn}`;
    row.value = turn;
    row.append(link, ` ${this.text(turn)}`);
    return row;
  }

  /** Shows which turn is looked at. */
  mark() {
    for (const row of this.list.children) row.className = row.value > 0 && row.value === this.page.turn ? 'now' : '';
  }
}
