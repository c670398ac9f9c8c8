// The ranking of the turn that is looked at. Rows are kept and only what changed in them is written.

import { byId, html, setText } from './dom.js';

const ROWS = 10;
const CHANGE_OVER = 10;

export class Ranking {
  constructor(page) {
    this.page = page;
    this.body = byId('righe');
    this.body.replaceChildren();
    this.rows = [];
  }

  #row() {
    const cell = (className) => html('td', null, className);
    const row = {
      root: html('tr'), rank: cell('r'), name: html('th'), chip: html('i', null, 'chip'),
      button: html('button'), held: cell('n'), change: cell('d'),
    };
    row.name.scope = 'row';
    row.button.type = 'button';
    row.button.onclick = () => this.page.choose(row.faction);
    row.name.append(row.chip, row.button);
    row.root.append(row.rank, row.name, row.held, row.change);
    this.body.append(row.root);
    return row;
  }

  /** The first ten, those who act always among them. */
  #shown(standings) {
    const event = this.page.war.event, actors = event ? [event.actor, event.loser] : [];
    const below = standings.slice(ROWS).filter((faction) => actors.includes(faction));
    return [...standings.slice(0, ROWS - below.length), ...below];
  }

  draw() {
    const { war, words, turn } = this.page, standings = war.standings(), change = war.change(CHANGE_OVER);
    const shown = this.#shown(standings);
    while (this.rows.length < shown.length) this.rows.push(this.#row());
    let rank = 0;
    const ranks = new Map();
    standings.forEach((faction, i) => {
      if (i === 0 || war.held[faction] < war.held[standings[i - 1]]) rank = i + 1;
      ranks.set(faction, rank);
    });
    this.rows.forEach((row, i) => this.#fill(row, shown[i], ranks, change));
    const rest = standings.length - shown.length;
    byId('resto').hidden = rest === 0;
    setText(byId('resto'), words.say('rest', { n: rest }));
    setText(byId('classifica-nota'), words.sentence('ranking', { n: turn }));
    setText(byId('in-gara'), words.say('alive', { n: standings.length }));
    setText(byId('fuori'), words.say('dead', { n: war.count - standings.length }));
    byId('barra').setAttribute('width', `${(100 * standings.length) / war.count}%`);
  }

  #fill(row, faction, ranks, change) {
    row.root.hidden = faction === undefined;
    if (faction === undefined) return;
    const { war, words, dark } = this.page, event = war.event, by = change[faction];
    row.faction = faction;
    setText(row.rank, String(ranks.get(faction)));
    setText(row.button, words.bare(faction));
    setText(row.held, String(war.held[faction]));
    setText(row.change, by > 0 ? `▲ ${by}` : by < 0 ? `▼ ${-by}` : '=');
    const way = by > 0 ? 'd up' : by < 0 ? 'd down' : 'd same';
    if (row.change.className !== way) row.change.className = way;
    const acts = event && (faction === event.actor || faction === event.loser) ? 'acts' : '';
    if (row.root.className !== acts) row.root.className = acts;
    const colour = war.colour(faction, dark);
    if (row.colour !== colour) row.chip.style.background = row.colour = colour;
  }
}
