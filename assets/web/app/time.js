// The slider, the play button, and the headline of the turn that is looked at.

import { byId, setText } from './dom.js';

const PLAY = 'M5 3l12 7-12 7z';
const PAUSE = 'M4 3h4v14H4zM12 3h4v14h-4z';

export class Time {
  constructor(page) {
    this.page = page;
    this.slider = byId('cursore');
    this.speed = byId('velocita');
    this.frame = 0;
    this.narrow = matchMedia('(max-width: 699px)');
    this.#label();
    byId('play').onclick = () => (this.frame ? this.stop() : this.#play());
    byId('prima').onclick = () => page.step(-1);
    byId('dopo').onclick = () => page.step(1);
    byId('adesso').onclick = () => page.step(Infinity);
    this.slider.oninput = () => {
      this.stop();
      page.go(Number(this.slider.value));
    };
    this.slider.onchange = () => page.go(Number(this.slider.value), true);
  }

  #label() {
    byId('segno').setAttribute('d', this.frame ? PAUSE : PLAY);
    byId('play').setAttribute('aria-label', this.page.words.say(this.frame ? 'pause' : 'play'));
  }

  #play() {
    const { page } = this;
    let at = page.turn === page.war.turns ? 0 : page.turn, before = performance.now();
    page.go(at);
    const tick = (now) => {
      // Time stands still while a part of the past is on its way.
      if (!page.waits) at += ((now - before) / 1000) * Number(this.speed.value);
      before = now;
      const turn = Math.min(page.war.turns, Math.floor(at));
      if (turn !== page.turn) page.go(turn);
      if (turn < page.war.turns) this.frame = requestAnimationFrame(tick);
      else this.stop();
    };
    this.frame = requestAnimationFrame(tick);
    this.#label();
  }

  stop() {
    if (!this.frame) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.#label();
    this.page.go(this.page.turn, true);
  }

  draw() {
    const { war, words, turn } = this.page, [sentence, detail] = war.tell(turn, words);
    const size = sentence.length > 44 ? 'longest' : sentence.length > 30 ? 'long' : '';
    const headline = byId('frase');
    setText(headline, sentence);
    if (headline.className !== size) headline.className = size;
    setText(byId('dettaglio'), detail);
    setText(byId('turno'), war.marker(turn, words));
    setText(byId('quando'), words.date(war.dates[turn], this.narrow.matches));
    byId('passato').hidden = turn === war.turns;
    byId('prima').disabled = turn === 0;
    byId('dopo').disabled = byId('adesso').disabled = turn === war.turns;
    byId('play').disabled = this.slider.disabled = war.turns === 0;
    this.slider.max = war.turns;
    this.slider.value = turn;
    this.slider.setAttribute('aria-valuetext', words.say('slider', { n: turn, m: war.turns, x: sentence }));
  }
}
