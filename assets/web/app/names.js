// Names on the map: realms by their size, whoever acts or is chosen always, single territories when zoomed in.
// Boxes are [left, top, right, bottom] in the map's units; sizes are given in pixels and turned into units.

import { svg } from './dom.js';

const SMALLEST = 12.5;
const PLACE_SIZE = 12;
const LEADERS = 5;
/** How far a name may stand from its land, in pixels: actors anywhere, others near by. */
const REACHES = [40, 65, 95, 130, 170, 215];
const LINE = 1.12;
/** Particles that stay with the word behind them. */
const PARTICLE = /^(di|de'|del|della|dei|al|la|e|e'|d'|sul|san|santa)$/i;

const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
const around = (x, y, w, h) => [x - w / 2, y - h / 2, x + w / 2, y + h / 2];

/** Whether a point is on land, from a small picture of the map. */
function landMask({ width, height, shapes }) {
  const scale = 256 / Math.max(width, height), canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  pen.scale(scale, scale);
  pen.fill(new Path2D(shapes.join('')));
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  return (x, y) => {
    const [column, row] = [Math.floor(x * scale), Math.floor(y * scale)];
    const inside = column >= 0 && row >= 0 && column < canvas.width && row < canvas.height;
    return inside && data[4 * (row * canvas.width + column) + 3] > 100;
  };
}

export class Names {
  constructor(page, map) {
    this.page = page;
    this.map = map;
    this.pen = document.createElement('canvas').getContext('2d');
    this.widths = new Map();
    /** What one layout costs here, in milliseconds. */
    this.cost = 1;
  }

  /** Draws all names, unless time runs and it would take too long: then they wait until it pauses. */
  draw(hurried) {
    if (hurried && this.cost > 3.5) {
      this.#show(false);
      return;
    }
    const begun = performance.now(), measured = this.widths.size;
    this.#layOut();
    this.#print();
    this.#show(true);
    // A name is measured once, which says nothing of the next layout.
    if (this.widths.size === measured) this.cost = 0.7 * this.cost + 0.3 * (performance.now() - begun);
  }

  #show(visible) {
    if (this.visible === visible) return;
    this.visible = visible;
    for (const group of [this.map.names, this.map.leaders]) group.classList.toggle('waiting', !visible);
  }

  #layOut() {
    const { war, chosen, view } = this.page, event = war.event;
    this.unit = this.page.unit;
    this.zoomed = view.w < war.width * 0.99;
    this.taken = this.page.obstacles();
    this.labels = [];
    this.land ??= landMask(war);
    const realms = this.#realms(), target = event ? event.target : -1;
    const single = (i) => ({ faction: i, territories: [i], area: war.areas[i], single: true });
    if (event) {
      this.taken.push(war.boxes[target].map((edge, i) => edge + (i < 2 ? 2 : -2)));
      if (!this.zoomed || this.#inView(target, view)) this.#beyond(single(target), event);
    }
    if (chosen >= 0 && chosen !== target) this.#inside(single(chosen), 14) || this.#lead(single(chosen), true);
    const named = (realm) => realm.territories.length === 1 && [target, chosen].includes(realm.territories[0]);
    const acts = (realm) => event && (realm.faction === event.actor || realm.faction === event.loser);
    const rest = realms.filter((realm) => !named(realm) || realm.territories[0] !== realm.faction);
    const homeless = [];
    for (const realm of [...rest.filter(acts), ...rest.filter((realm) => !acts(realm))]) {
      const placed = this.#inside(realm, this.#size(realm));
      // Who has just lost its home is named there already.
      const told = realm.faction === target;
      if (!placed && !told && (acts(realm) || homeless.length < LEADERS)) homeless.push(realm);
    }
    for (const realm of homeless) this.#lead(realm, acts(realm));
    if (this.zoomed) this.#places(target, chosen);
  }

  /** Each faction's largest piece of land. */
  #realms() {
    const { war } = this.page, seen = new Uint8Array(war.count), best = new Map();
    for (let start = 0; start < war.count; start++) {
      if (seen[start]) continue;
      const faction = war.owner[start], territories = [start];
      seen[start] = 1;
      let area = 0, x = 0, y = 0;
      for (const i of territories) {
        area += war.areas[i];
        x += war.poles[i][0] * war.areas[i];
        y += war.poles[i][1] * war.areas[i];
        for (const next of war.neighbours[i]) {
          if (seen[next] || war.owner[next] !== faction) continue;
          seen[next] = 1;
          territories.push(next);
        }
      }
      const known = best.get(faction);
      if (!known || known.area < area) best.set(faction, { faction, territories, area, middle: [x / area, y / area] });
    }
    return [...best.values()].sort((a, b) => b.area - a.area);
  }

  #size({ area }) {
    const size = (Math.sqrt(area) * this.map.scale * 0.1) / this.unit + 5;
    return Math.max(SMALLEST, Math.min(30, size));
  }

  /** Tries a realm's widest places near its middle, then smaller letters. */
  #inside(realm, size) {
    const { war, view } = this.page;
    let candidates = realm.territories;
    if (this.zoomed) candidates = candidates.filter((i) => this.#inView(i, view));
    if (realm.middle) {
      const score = (i) => {
        const [x, y, radius] = war.poles[i];
        return Math.hypot(x - realm.middle[0], y - realm.middle[1]) * 0.4 - radius;
      };
      candidates = candidates.map((i) => [score(i), i]).sort((a, b) => a[0] - b[0]).slice(0, 9).map(([, i]) => i);
    }
    const space = realm.area * this.map.scale * this.map.scale;
    const roomy = ({ w, h }) => realm.single || w * h * 0.55 <= space;
    for (const letters of [size, SMALLEST].filter((s, i, all) => s !== all[i - 1])) {
      for (const lines of this.#breaks(war.names[realm.faction])) {
        const text = this.#text(lines, letters);
        if (!roomy(text)) continue;
        for (const i of candidates) {
          const [x, y] = war.poles[i], hides = !realm.single && this.#covers(around(x, y, text.w, text.h), realm.faction);
          if (!hides && this.#put(text, x, y)) return true;
        }
      }
    }
    return false;
  }

  #inView(i, view) {
    const [x, y] = this.page.war.poles[i];
    const inside = (v, from, length, margin) => v > from + length * margin && v < from + length * (1 - margin);
    return inside(x, view.x, view.w, 0.06) && inside(y, view.y, view.h, 0.04);
  }

  /** A taken territory's name stands beyond it, out of the arrow's way. */
  #beyond(realm, event) {
    const { war } = this.page, [x, y] = war.poles[event.target];
    const [left, top, right, bottom] = war.boxes[event.target];
    const from = this.map.source < 0 ? [x, y + 1] : war.poles[this.map.source];
    const length = Math.hypot(x - from[0], y - from[1]) || 1;
    const ux = (x - from[0]) / length, uy = (y - from[1]) / length, gap = (event.rebels ? 18 : 5) * this.unit;
    const text = this.#text(this.#breaks(war.names[realm.faction])[0], 14);
    const above = [x, top - text.h / 2 - gap], below = [x, bottom + text.h / 2 + gap];
    const west = [left - text.w / 2 - gap, y], east = [right + text.w / 2 + gap, y];
    const vertical = uy < 0 ? [above, below] : [below, above], sideways = ux < 0 ? [west, east] : [east, west];
    const places = Math.abs(uy) > 0.5 ? [...vertical, ...sideways] : [...sideways, ...vertical];
    const fits = places.some(([px, py]) => this.#put(text, ...this.#within(text, px, py)));
    return fits || this.#lead(realm, true);
  }

  /** Moved inside the part of the map that is seen. */
  #within({ w, h }, x, y) {
    const { view } = this.page;
    const clamp = (v, from, length, size) => Math.max(from + size / 2, Math.min(from + length - size / 2, v));
    return [clamp(x, view.x, view.w, w), clamp(y, view.y, view.h, h)];
  }

  /** A name that fits nowhere inside stands at sea, with a line to its land; whoever acts may stand on others' land. */
  #lead(realm, acts) {
    const { war } = this.page;
    const land = realm.territories.reduce((a, b) => (war.poles[a][2] >= war.poles[b][2] ? a : b));
    const [x, y] = war.poles[land], text = this.#text(this.#breaks(war.names[realm.faction])[0], SMALLEST);
    if (this.zoomed && !this.#inView(land, this.page.view)) return false;
    let best = null;
    for (const reach of acts ? REACHES : REACHES.slice(0, 2)) {
      for (let i = 0; i < 16; i++) {
        const angle = (i * Math.PI) / 8, way = reach * this.unit;
        const px = x + Math.cos(angle) * (way + text.w / 2), py = y + Math.sin(angle) * way;
        const box = around(px, py, text.w, text.h), onLand = this.#onLand(box);
        if ((onLand && !acts) || !this.#free(box)) continue;
        const cost = reach + 300 * onLand + 25 * this.#crosses([px, py], [x, y]);
        if (!best || cost < best.cost) best = { cost, px, py };
      }
    }
    if (!best) return false;
    const { px, py } = best, box = around(px, py, text.w, text.h);
    const edge = [Math.max(box[0], Math.min(box[2], x)), Math.max(box[1], Math.min(box[3], y))];
    this.#put(text, px, py, [...edge, x, y]);
    return true;
  }

  /** How much of a line runs under other names, in tenths. */
  #crosses([x1, y1], [x2, y2]) {
    let hits = 0;
    for (let i = 1; i < 10; i++) {
      const [x, y] = [x1 + ((x2 - x1) * i) / 10, y1 + ((y2 - y1) * i) / 10];
      if (this.labels.some(({ box }) => x > box[0] && x < box[2] && y > box[1] && y < box[3])) hits++;
    }
    return hits;
  }

  /** How much of a box lies on land, 0 to 1. */
  #onLand([left, top, right, bottom]) {
    let hits = 0;
    for (let i = 0; i < 15; i++) {
      const x = left + ((right - left) * (i % 5)) / 4, y = top + ((bottom - top) * Math.floor(i / 5)) / 2;
      if (this.land(x, y)) hits++;
    }
    return hits / 15;
  }

  /** How many territories' widest places a box would hide, those of one faction aside: none at sea. */
  #covers(box, but = -1) {
    const { poles, owner } = this.page.war;
    let hidden = 0;
    for (let i = 0; i < poles.length; i++) {
      const [x, y] = poles[i];
      if (x > box[0] && x < box[2] && y > box[1] && y < box[3] && owner[i] !== but) hidden++;
    }
    return hidden;
  }

  /** Names of single territories, where there is room in them. */
  #places(target, chosen) {
    const { war, view } = this.page;
    const visible = war.poles.map((_, i) => i).filter((i) => i !== target && i !== chosen && this.#inView(i, view));
    for (const i of visible.sort((a, b) => war.areas[b] - war.areas[a])) {
      const [x, y, radius] = war.poles[i];
      for (const lines of this.#breaks(war.names[i])) {
        const text = this.#text(lines, PLACE_SIZE, 'place');
        if (Math.hypot(text.w, text.h) > 2.9 * radius) continue;
        if ([0, 0.6, -0.6].some((shift) => this.#put(text, x, y + shift * radius))) break;
      }
    }
  }

  #free(box) {
    const { view } = this.page;
    const seen = box[0] >= view.x && box[1] >= view.y && box[2] <= view.x + view.w && box[3] <= view.y + view.h;
    return seen && !this.taken.some((other) => overlap(box, other));
  }

  #put(text, x, y, leader = null) {
    const box = around(x, y, text.w, text.h);
    if (!this.#free(box)) return false;
    this.taken.push(box);
    this.labels.push({ ...text, x, y, box, leader });
    return true;
  }

  #text(lines, size, kind = 'realm-name') {
    const width = Math.max(...lines.map((line) => this.#width(line)));
    return { lines, kind, size: size * this.unit, w: (width + 0.3) * size * this.unit, h: lines.length * LINE * size * this.unit };
  }

  /** In letter heights. */
  #width(line) {
    if (!this.widths.has(line)) {
      this.pen.font = `700 100px ${getComputedStyle(document.body).fontFamily}`;
      this.widths.set(line, this.pen.measureText(line).width / 100);
    }
    return this.widths.get(line);
  }

  /** A name on one line and on two; long ones on two first. */
  #breaks(name) {
    const words = name.split(/(?<=\/)|\s+/), one = [name];
    let two = null, least = Infinity;
    for (let i = 1; i < words.length; i++) {
      if (PARTICLE.test(words[i - 1])) continue;
      const lines = [words.slice(0, i).join(' '), words.slice(i).join(' ')];
      const longest = Math.max(lines[0].length, lines[1].length);
      if (longest < least) [two, least] = [lines, longest];
    }
    if (!two) return [one];
    return name.length < 10 ? [one, two] : [two, one];
  }

  #print() {
    const texts = this.map.names, lines = this.map.leaders;
    while (texts.childNodes.length > this.labels.length) texts.lastChild.remove();
    this.labels.forEach((label, i) => this.#printOne(label, texts.childNodes[i] ?? svg('text', {}, texts)));
    const leaders = this.labels.filter((label) => label.leader);
    const path = leaders.map(({ leader: [x1, y1, x2, y2] }) => `M${x1} ${y1}L${x2} ${y2}`).join('');
    for (const layer of ['halo', 'over']) {
      const line = lines.querySelector(`.${layer}`) ?? svg('path', { class: layer }, lines);
      line.setAttribute('d', path);
    }
  }

  #printOne({ lines, x, y, size, kind }, text) {
    text.setAttribute('class', kind);
    text.setAttribute('font-size', size);
    text.setAttribute('stroke-width', size * (kind === 'place' ? 0.2 : 0.24));
    while (text.childNodes.length > lines.length) text.lastChild.remove();
    lines.forEach((line, i) => {
      const span = text.childNodes[i] ?? svg('tspan', {}, text);
      span.setAttribute('x', x);
      span.setAttribute('y', y + size * (0.36 + 1.05 * (i - (lines.length - 1) / 2)));
      if (span.textContent !== line) span.textContent = line;
    });
  }
}
