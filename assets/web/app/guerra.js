// The followers' page: loads the war, and lets each part draw the turn that is looked at.

import { byId, html } from './dom.js';
import { Events } from './events.js';
import { Find } from './find.js';
import { Live, load } from './live.js';
import { MapDrawing } from './map.js';
import { Names } from './names.js';
import { Ranking } from './ranking.js';
import { Time } from './time.js';
import { View } from './view.js';
import { War } from './war.js';
import { Words } from './words.js';

/** Time runs until no turn came for so long, in milliseconds. */
const PAUSE = 250;

class Page {
  constructor(data) {
    this.words = new Words(data);
    this.war = new War(data);
    this.turn = this.war.turns;
    this.chosen = -1;
    this.scheme = matchMedia('(prefers-color-scheme: dark)');
    this.war.goTo(this.turn);
    byId('app').hidden = false;
    this.#showCurve();
    this.map = new MapDrawing(this);
    this.names = new Names(this, this.map);
    this.viewer = new View(this, this.map);
    this.time = new Time(this);
    this.ranking = new Ranking(this);
    this.find = new Find(this);
    this.events = new Events(this);
    this.live = new Live(this);
    this.redraw();
    this.events.draw();
    this.#awaitCurve();
    this.offerCheck();
    this.readAddress();
    addEventListener('hashchange', () => this.readAddress());
    this.scheme.addEventListener('change', () => this.redraw());
    new ResizeObserver(() => this.resized()).observe(byId('app'));
  }

  /** One turn is no curve. */
  #showCurve() {
    byId('curva').hidden = this.war.turns < 2;
  }

  /** The curve lies below the fold: its part comes when it is scrolled to. */
  #awaitCurve() {
    new IntersectionObserver(async (seen, watch) => {
      if (!seen.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      const { Curve } = await import('./curve.js');
      this.curve = new Curve(this);
      this.curve.draw();
    }, { rootMargin: '60px' }).observe(byId('curva'));
  }

  get dark() {
    return this.scheme.matches;
  }

  /** Everything, after another theme or new data. */
  redraw() {
    this.map.forget();
    this.#draw(false);
    this.curve?.draw();
    this.tellStory(true);
  }

  /** The chosen territory's story, in full. */
  async tellStory(quiet) {
    if (this.chosen < 0) return;
    const { tell } = await import('./story.js'), told = tell(this);
    if (!quiet) this.announce(told);
  }

  moveStoryMark() {
    this.storyMark?.setAttribute('d', `M${this.turn + 0.5} 0V34`);
  }

  resized() {
    this.viewer.again();
    this.names.draw(false);
    this.curve?.measure();
    this.curve?.draw();
  }

  /** The turn that is looked at, in all parts; what is costly waits while time runs. */
  #draw(hurried) {
    this.war.goTo(this.turn);
    this.map.paint();
    this.names.draw(hurried);
    this.ranking.draw();
    this.time.draw();
    this.find.draw();
    this.moveStoryMark();
    this.curve?.move();
  }

  /** Looks at a turn; `settled` if time does not run on at once. */
  go(turn, settled = false) {
    this.wanted = Math.max(0, Math.min(this.war.turns, turn));
    this.committed ||= settled;
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      if (this.wanted === this.turn) return;
      this.turn = this.wanted;
      this.#draw(true);
    });
    this.#await();
  }

  #await() {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.#settle(), PAUSE);
  }

  /** Time has paused: names, curve, and for a committed turn the address and a word to screen readers. */
  #settle() {
    if (!this.names.visible) this.names.draw(false);
    this.curve?.draw();
    if (!this.committed) return;
    this.committed = false;
    this.events.mark();
    this.#writeAddress();
    this.announce([this.words.say('turn', { n: this.turn }), ...this.war.tell(this.turn, this.words)].join('. '));
  }

  step(turns) {
    this.time.stop();
    this.go(turns === Infinity ? this.war.turns : this.turn + turns, true);
  }

  /** Chooses a territory, or none (−1). */
  choose(territory, quiet = false) {
    this.chosen = territory;
    this.map.choose(territory);
    this.find.draw();
    if (territory >= 0) this.viewer.rove(territory);
    this.names.draw(false);
    this.tellStory(quiet).catch(console.error);
    if (this.events.ofChosen) this.events.draw();
    this.#writeAddress();
  }

  announce(text) {
    byId('voce').textContent = text;
  }

  /** The part of the map that is seen has changed. */
  viewed() {
    if (!this.map.owners) return;
    this.map.drawArrow();
    this.names.draw(true);
    this.#await();
  }

  /** What lies over the map, in the map's units. */
  obstacles() {
    const map = this.map.root.getBoundingClientRect(), { view, unit, war } = this;
    const shown = { w: war.width * (view.w / war.width) / unit, h: view.h / unit };
    const left = map.left + (map.width - shown.w) / 2, top = map.top + (map.height - shown.h) / 2;
    const over = [document.querySelector('.zoom'), byId('cerca')].map((element) => element.getBoundingClientRect());
    return over.map((box) => [
      view.x + (box.left - left) * unit - 3 * unit, view.y + (box.top - top) * unit - 3 * unit,
      view.x + (box.right - left) * unit, view.y + (box.bottom - top) * unit,
    ]);
  }

  /** A faction's colour after the last turn. */
  colourNow(faction) {
    const { turn } = this.war;
    this.war.goTo(this.war.turns);
    const colour = this.war.colour(faction, this.dark);
    this.war.goTo(turn);
    return colour;
  }

  /** New turns; whoever looks at the last one goes along. */
  update(data) {
    const follows = this.turn === this.war.turns && !this.time.frame, before = this.war.turns;
    this.war = new War(data);
    this.words = new Words(data);
    if (follows) this.turn = this.war.turns;
    this.#showCurve();
    this.curve?.measure();
    this.redraw();
    this.events.draw();
    if (this.war.turns > before) this.announce(this.words.say('arrived', { n: this.war.turns }));
  }

  /** The button that plays the war again, once the secret is out. */
  offerCheck() {
    const button = byId('rigioca');
    if (!button) return;
    button.hidden = false;
    button.onclick = async () => {
      button.disabled = true;
      const { check } = await import('./verifica.js');
      byId('esito').textContent = await check(this.war.data, this.words, (text) => (byId('esito').textContent = text));
      button.disabled = false;
    };
  }

  /** `#t=149&c=018049`: a turn and a territory to share. */
  #writeAddress() {
    const { turn, war, chosen } = this, parts = [];
    if (turn < war.turns) parts.push(`t=${turn}`);
    if (chosen >= 0) parts.push(`c=${encodeURIComponent(war.data.id[chosen])}`);
    history.replaceState(null, '', parts.length ? `#${parts.join('&')}` : location.pathname);
  }

  readAddress() {
    const parts = new URLSearchParams(location.hash.slice(1)), turn = parts.get('t');
    const territory = this.war.data.id.indexOf(parts.get('c'));
    if (turn !== null && /^\d+$/.test(turn)) {
      this.time.stop();
      this.go(Number(turn), true);
      byId('frase').scrollIntoView({ block: 'nearest' });
    }
    if (territory >= 0) this.choose(territory, true);
  }
}

/** Without its data the page still shows the last picture. */
function showPicture() {
  const picture = html('img', null, 'fallback');
  picture.src = matchMedia('(max-width: 699px)').matches ? 'ultimo-alta.png' : 'ultimo.png';
  picture.alt = byId('frase').textContent;
  byId('voce').before(picture);
}

load().then((data) => new Page(data)).catch((error) => {
  console.error(error);
  byId('app').hidden = true;
  showPicture();
});
