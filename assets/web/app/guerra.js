// The followers' page: loads the war, and lets each part draw the turn that is looked at.

import { byId, showPicture } from './dom.js';
import { Events } from './events.js';
import { Find } from './find.js';
import { Live, load } from './live.js';
import { MapDrawing } from './map.js';
import { Names } from './names.js';
import { Ranking } from './ranking.js';
import { Time } from './time.js';
import { Timeline } from './timeline.js';
import { View } from './view.js';
import { War } from './war.js';
import { Words } from './words.js';

class Page extends Timeline {
  constructor(data) {
    super();
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
    this.live = new Live(this, { file: 'guerra.json', event: 'turn', sections: ['pronostico', 'verifica', 'stagioni'] });
    this.redraw();
    this.events.draw();
    this.awaitCurve((Curve) => new Curve(this));
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

  show(turn) {
    this.turn = turn;
    this.#draw(true);
  }

  /** Time has paused: names, curve, and for a committed turn the address and a word to screen readers. */
  settle(committed) {
    if (!this.names.visible) this.names.draw(false);
    this.curve?.draw();
    if (!committed) return;
    this.events.mark();
    this.#writeAddress();
    this.announce([this.words.say('turn', { n: this.turn }), ...this.war.tell(this.turn, this.words)].join('. '));
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

  /** The part of the map that is seen has changed. */
  viewed() {
    if (!this.map.owners) return;
    this.map.drawArrow();
    this.names.draw(true);
    this.rest();
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

  /** Parts of the page were worded anew. */
  reworded() {
    this.offerCheck();
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

  #writeAddress() {
    this.writeAddress(this.chosen >= 0 ? this.war.data.id[this.chosen] : null);
  }

  readAddress() {
    const parts = new URLSearchParams(location.hash.slice(1));
    this.goToAddress(parts);
    const territory = this.war.data.id.indexOf(parts.get('c'));
    if (territory >= 0) this.choose(territory, true);
  }
}

load('guerra.json').then(({ data }) => new Page(data)).catch(showPicture);
