// Holdings, or scores, of the first few over all turns. It is drawn anew only when the few, their colours or the room
// change.

import { byId, chip, html, svg } from './dom.js';

const HEIGHT = 250;
const TOP = 14;
const BOTTOM = 26;
/** Narrower than this, the names stand under the curve. */
const NARROW = 560;
const ROW = 19;

/** Of a war: territories of the first five, in steps. */
const HOLDINGS = {
  left: 30,
  first: (war) => war.first(5),
  key: (war, first) => first.map((f) => war.tint[f]),
  step: (highest) => (highest > 40 ? 20 : highest > 20 ? 10 : 5),
  label: (f, words) => words.bare(f),
  list: (first, { war, words }) => first.filter((f) => war.held[f]).map((f) => `${words.bare(f)} ${war.held[f]}`),
};

export class Curve {
  /** `kind` says how much room the numbers need, whose curves are drawn, on what that depends, and how far lines are apart. */
  constructor(page, kind = HOLDINGS) {
    this.page = page;
    this.kind = kind;
    this.root = byId('grafico');
    this.names = byId('curva-nomi');
    this.key = '';
    this.measure();
    this.root.addEventListener('click', (event) => {
      const x = event.clientX - this.root.getBoundingClientRect().left;
      page.go(Math.round(((x - this.kind.left) / (this.width - this.kind.left - this.right)) * page.war.turns), true);
    });
  }

  /** Asked for only when it may have changed: the browser would have to lay out the page first. */
  measure() {
    this.width = this.root.clientWidth;
  }

  draw() {
    const { war, words, dark, turn } = this.page, first = this.kind.first(war);
    if (!this.width) return;
    const key = [this.width, dark, war.turns, ...first, ...this.kind.key(war, first)].join();
    if (key !== this.key) {
      this.key = key;
      this.#drawAll(first);
    }
    this.cursor.setAttribute('d', `M${this.#x(turn)} 8V${HEIGHT - BOTTOM + 2}`);
    const list = this.kind.list(first, this.page);
    this.root.setAttribute('aria-label', words.sentence('curve', { n: turn, x: list.join(', ') }));
  }

  /** Only the cursor, while time runs. */
  move() {
    this.cursor?.setAttribute('d', `M${this.#x(this.page.turn)} 8V${HEIGHT - BOTTOM + 2}`);
  }

  #x(turn) {
    return this.kind.left + ((this.width - this.kind.left - this.right) * turn) / Math.max(1, this.page.war.turns);
  }

  #y(held) {
    return HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * held) / this.most;
  }

  #drawAll(first) {
    const { war } = this.page, curves = first.map((f) => war.curve(f));
    const highest = Math.max(5, ...curves.map((curve) => Math.max(...curve)));
    const step = this.kind.step(highest);
    this.most = Math.ceil(highest / step) * step;
    this.root.replaceChildren();
    this.root.setAttribute('viewBox', `0 0 ${this.width} ${HEIGHT}`);
    const narrow = this.width < NARROW;
    this.right = narrow ? 8 : 46 + this.#widest(first);
    this.#axes(step);
    const lines = curves.map((curve) => this.#line(curve));
    for (let i = first.length - 1; i >= 0; i--) {
      svg('path', { d: lines[i], class: 'under' }, this.root);
      svg('path', { d: lines[i], class: 'line', stroke: war.colour(first[i], this.page.dark) }, this.root);
    }
    this.names.hidden = !narrow;
    if (narrow) this.#list(first);
    else this.#label(first, curves);
    this.cursor = svg('path', { class: 'cursor' }, this.root);
  }

  #widest(first) {
    const text = svg('text', { class: 'name' }, this.root);
    const width = (f) => {
      text.textContent = this.kind.label(f, this.page.words);
      return text.getComputedTextLength();
    };
    const widest = Math.max(0, ...first.map(width));
    text.remove();
    return widest;
  }

  #axes(step) {
    const { war, words } = this.page;
    for (let held = 0; held <= this.most; held += step) {
      svg('path', { d: `M${this.kind.left} ${this.#y(held)}H${this.width - this.right}`, class: 'rule' }, this.root);
      svg('text', { x: this.kind.left - 6, y: this.#y(held) + 5, 'text-anchor': 'end' }, this.root).textContent = held;
    }
    const marks = [[0, 'start'], [Math.round(war.turns / 2), 'middle'], [war.turns, 'end']];
    for (const [turn, anchor] of marks.filter(([turn], i) => i === 0 || turn > 0)) {
      const text = turn ? String(turn) : words.say('turn', { n: 0 }).toLowerCase();
      svg('text', { x: this.#x(turn), y: HEIGHT - 6, 'text-anchor': anchor }, this.root).textContent = text;
    }
  }

  #line(curve) {
    if (this.kind.straight) return 'M' + curve.map((value, turn) => `${this.#x(turn).toFixed(1)} ${this.#y(value).toFixed(1)}`).join('L');
    let path = `M${this.#x(0).toFixed(1)} ${this.#y(curve[0]).toFixed(1)}`;
    curve.forEach((held, turn) => {
      if (turn > 0 && held !== curve[turn - 1]) path += `H${this.#x(turn).toFixed(1)}V${this.#y(held).toFixed(1)}`;
    });
    return `${path}H${this.#x(curve.length - 1).toFixed(1)}`;
  }

  /** Names beside the curves' ends, moved apart. */
  #label(first, curves) {
    const { war, words, dark } = this.page, edge = this.width - this.right, lowest = HEIGHT - 22;
    const ends = first.map((faction, i) => ({ faction, y: this.#y(curves[i].at(-1)) })).sort((a, b) => a.y - b.y);
    ends.forEach((end, i) => (end.place = Math.max(end.y, i ? ends[i - 1].place + ROW : 0)));
    for (let i = ends.length - 1; i >= 0; i--)
      ends[i].place = Math.min(ends[i].place, i === ends.length - 1 ? lowest : ends[i + 1].place - ROW);
    for (const { faction, y, place } of ends) {
      svg('path', { d: `M${edge + 3} ${y}L${edge + 16} ${place}`, class: 'rule' }, this.root);
      const square = { x: edge + 18, y: place - 6, width: 11, height: 11, class: 'square' };
      svg('rect', { ...square, fill: war.colour(faction, dark) }, this.root);
      svg('text', { x: edge + 34, y: place + 5, class: 'name' }, this.root).textContent = this.kind.label(faction, words);
    }
  }

  #list(first) {
    const { war, words, dark } = this.page;
    this.names.replaceChildren(...first.map((faction) => {
      const row = html('li');
      row.append(chip(war.colour(faction, dark)), this.kind.label(faction, words));
      return row;
    }));
  }
}
