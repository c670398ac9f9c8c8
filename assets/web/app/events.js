// The list of a war's events.

import { TurnList } from './list.js';

export class Events extends TurnList {
  get ofChosen() {
    return this.which.value === 'c';
  }

  wanted(turn, which) {
    const { war, chosen } = this.page, { rebels, out, target, actor } = war.events[turn];
    if (which === 'r') return rebels;
    if (which === 'x') return out;
    return which !== 'c' || target === chosen || actor === chosen;
  }

  text(turn) {
    const { war, words } = this.page, [sentence] = war.tell(turn, words);
    return war.events[turn].out ? `${sentence}. ${words.sentence('exit', war.facts(turn, words))}` : sentence;
  }

  nothing(which) {
    return this.page.words.say(which === 'c' && this.page.chosen < 0 ? 'choose' : 'no_event');
  }
}
