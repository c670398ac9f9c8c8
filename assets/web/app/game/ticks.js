// The list of a game's ticks: who takes the lead, battles, fields that change hands.

import { TurnList } from '../list.js';

export class Ticks extends TurnList {
  wanted(turn, which) {
    const { war } = this.page;
    if (which === 't') return war.leads[turn] >= 0;
    return which !== 'b' || war.fights[turn] > 0;
  }

  text(turn) {
    const { war, words } = this.page, parts = [];
    if (war.leads[turn] >= 0) parts.push(words.say('takes_lead', { x: war.names[war.leads[turn]] }));
    if (war.fights[turn]) parts.push(words.say('battles', { n: war.fights[turn] }));
    if (war.taken[turn]) parts.push(words.say('taken', { n: war.taken[turn] }));
    return parts.length ? parts.join(', ') : words.say('quiet');
  }

  nothing() {
    return this.page.words.say(this.page.war.turns ? 'no_event' : 'no_turn');
  }
}
