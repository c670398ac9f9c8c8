// The list of ticks, latest first: who takes the lead, battles, fields that change hands.

import { byId, html } from '../dom.js';

const FEW = 12;
const MORE = 48;

export class Ticks {
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

  #wanted(turn) {
    const { war } = this.page;
    if (this.which.value === 't') return war.leads[turn] >= 0;
    return this.which.value !== 'b' || war.fights[turn] > 0;
  }

  draw() {
    const { war, words } = this.page, rows = [];
    let turn = war.turns;
    for (; turn > 0 && rows.length < this.limit; turn--) if (this.#wanted(turn)) rows.push(this.#row(turn));
    if (!rows.length) rows.push(html('li', words.say(war.turns ? 'no_event' : 'no_turn')));
    this.list.replaceChildren(...rows);
    byId('altri').hidden = turn <= 0;
    this.mark();
  }

  #row(turn) {
    const { war, words } = this.page, row = html('li'), link = html('a', words.say('turn', { n: turn })), parts = [];
    if (war.leads[turn] >= 0) parts.push(words.say('takes_lead', { x: war.names[war.leads[turn]] }));
    if (war.fights[turn]) parts.push(words.say('battles', { n: war.fights[turn] }));
    if (war.taken[turn]) parts.push(words.say('taken', { n: war.taken[turn] }));
    link.href = `#t=${turn}`;
    row.value = turn;
    row.append(link, ` ${parts.length ? parts.join(', ') : words.say('quiet')}`);
    return row;
  }

  /** Shows which tick is looked at. */
  mark() {
    for (const row of this.list.children) row.className = row.value > 0 && row.value === this.page.turn ? 'now' : '';
  }
}
