// The ranking of the tick that is looked at: all teams, their points, fields, soldiers. A name chooses its team.

import { byId, html, setText } from '../dom.js';

export class Table {
  constructor(page) {
    this.page = page;
    this.body = byId('righe');
    this.body.replaceChildren();
    this.rows = page.war.names.map(() => this.#row());
  }

  #row() {
    const cell = (className) => html('td', null, className);
    const row = {
      root: html('tr'), rank: cell('r'), name: html('th'), chip: html('i', null, 'chip team'),
      button: html('button'), free: html('small', null, 'mute'), score: cell('p'), fields: cell('f'), soldiers: cell('f'),
    };
    row.name.scope = 'row';
    row.button.type = 'button';
    row.button.onclick = () => this.page.choose(row.team === this.page.chosen ? -1 : row.team);
    row.chip.setAttribute('aria-hidden', 'true');
    row.name.append(row.chip, row.button, ' ', row.free);
    row.root.append(row.rank, row.name, row.score, row.fields, row.soldiers);
    this.body.append(row.root);
    return row;
  }

  draw() {
    const { war, words, turn } = this.page, armies = war.armies();
    war.ranking(turn).forEach(({ team, rank }, i) => this.#fill(this.rows[i], team, rank, armies[team]));
    setText(byId('classifica-nota'), words.say('ranking', { n: turn }));
    const taken = war.free.filter((free) => !free).length;
    byId('posti').hidden = taken === war.names.length;
    setText(byId('posti'), words.say('seats', { n: taken, m: war.names.length }));
  }

  #fill(row, team, rank, soldiers) {
    const { war, words, dark, turn, chosen } = this.page;
    row.team = team;
    setText(row.rank, String(rank));
    setText(row.chip, war.letters[team]);
    setText(row.button, war.names[team]);
    row.button.setAttribute('aria-pressed', String(team === chosen));
    setText(row.free, war.free[team] ? words.say('free') : '');
    setText(row.score, words.digits(war.scores[turn][team]));
    setText(row.fields, words.digits(war.lands[turn][team]));
    setText(row.soldiers, words.digits(soldiers));
    row.root.className = team === chosen ? 'acts' : '';
    row.chip.style.background = war.colour(team, dark);
  }
}
