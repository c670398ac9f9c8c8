// Which turn a page looks at: asked for by slider, keys and lists, drawn once a frame, settled when time has paused.

import { byId } from './dom.js';

/** Time runs until no turn came for so long, in milliseconds. */
const PAUSE = 250;

export class Timeline {
  /** Looks at a turn; `settled` if time does not run on at once. The page has `show(turn)` and `settle(committed)`. */
  go(turn, settled = false) {
    this.wanted = Math.max(0, Math.min(this.war.turns, turn));
    this.committed ||= settled;
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      if (this.wanted !== this.turn) this.show(this.wanted);
    });
    this.rest();
  }

  /** Time has not paused yet. */
  rest() {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => {
      const { committed } = this;
      this.committed = false;
      this.settle(committed);
    }, PAUSE);
  }

  step(turns) {
    this.time.stop();
    this.go(turns === Infinity ? this.war.turns : this.turn + turns, true);
  }

  /** The turn in the page's address. */
  goToAddress(parts) {
    const turn = parts.get('t');
    if (turn === null || !/^\d+$/.test(turn)) return;
    this.time.stop();
    this.go(Number(turn), true);
    byId('frase').scrollIntoView({ block: 'nearest' });
  }

  /** `#t=149&c=018049`: what to share; the last turn and no choice are an address without them. */
  writeAddress(choice) {
    const { turn, war } = this, parts = [];
    if (turn < war.turns) parts.push(`t=${turn}`);
    if (choice !== null) parts.push(`c=${encodeURIComponent(choice)}`);
    history.replaceState(null, '', parts.length ? `#${parts.join('&')}` : location.pathname + location.search);
  }

  /** The curve lies below the fold: its part comes when it is scrolled to. */
  awaitCurve(make) {
    new IntersectionObserver(async (seen, watch) => {
      if (!seen.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      const { Curve } = await import('./curve.js');
      this.curve = make(Curve);
      this.curve.draw();
    }, { rootMargin: '60px' }).observe(byId('curva'));
  }

  announce(text) {
    byId('voce').textContent = text;
  }
}
