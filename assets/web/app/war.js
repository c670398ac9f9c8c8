// The war from guerra.json: its shapes, its events, and who held what after the turn that is looked at.

import { digit, readNumbers, readTimes, readTints } from './signs.js';

export class War {
  constructor(data) {
    this.data = data;
    this.number = data.guerra;
    this.turns = data.turno;
    this.names = data.nomi;
    this.count = data.nomi.length;
    this.width = data.w;
    this.height = data.h;
    this.areas = readNumbers(data.ha);
    this.whole = this.areas.reduce((sum, area) => sum + area, 0);
    const poles = readNumbers(data.polo);
    this.poles = data.nomi.map((_, i) => poles.slice(3 * i, 3 * i + 3).map((n) => n / 4));
    this.#readShapes();
    this.#readColours();
    this.#fold();
    this.dates = readTimes(data.tempi);
  }

  #readShapes() {
    this.arcs = this.data.archi.map((text) => {
      let [left, right, x, y, ...steps] = readNumbers(text);
      const points = [[x / 4, y / 4]];
      for (let i = 0; i < steps.length; i += 2) {
        x += steps[i];
        y += steps[i + 1];
        points.push([x / 4, y / 4]);
      }
      return { left, right, points, path: 'M' + points.join('L') };
    });
    const outlines = this.data.anelli.map((rings) => rings.split(' ').map(readNumbers));
    this.shapes = outlines.map((rings) => rings.map((ring) => this.#ring(ring)).join(''));
    this.neighbours = this.names.map(() => new Set());
    this.arcsOf = this.names.map(() => []);
    const meet = (a, b) => this.neighbours[a].add(b) && this.neighbours[b].add(a);
    this.arcs.forEach(({ left, right }, i) => {
      this.arcsOf[left].push(i);
      if (right < 0) return;
      this.arcsOf[right].push(i);
      meet(left, right);
    });
    this.data.legami.forEach(([a, b]) => meet(a, b));
    this.boxes = outlines.map((rings) => this.#box(rings));
  }

  #walk(number) {
    const { points } = this.arcs[Math.abs(number) - 1];
    return number > 0 ? points : points.slice().reverse();
  }

  #ring(numbers) {
    const points = numbers.flatMap((number, i) => this.#walk(number).slice(i ? 1 : 0));
    return 'M' + points.join('L') + 'Z';
  }

  #box(rings) {
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    for (const [x, y] of rings.flat().flatMap((number) => this.#walk(number))) {
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
    }
    return box;
  }

  #readColours() {
    this.tints = readTints(this.data.tinte);
    this.tint = readNumbers(this.data.colore);
    this.changes = new Map();
    const cambi = readNumbers(this.data.cambi), now = this.tint.slice();
    for (let i = 0; i < cambi.length; i += 3) {
      const [turn, faction, tint] = cambi.slice(i, i + 3);
      if (!this.changes.has(turn)) this.changes.set(turn, []);
      this.changes.get(turn).push({ faction, tint, before: now[faction] });
      now[faction] = tint;
    }
  }

  /** Territories of so many signs each, the highest first. */
  #readMoves() {
    const { mosse, cifre } = this.data, read = [];
    for (let i = 0; i < mosse.length; i += cifre) {
      let n = 0;
      for (let j = i; j < i + cifre; j++) n = n * 91 + digit(mosse.charCodeAt(j));
      read.push(n);
    }
    return read;
  }

  /** Everything that follows from the moves; afterwards the cursor stands before turn 1. */
  #fold() {
    const moves = this.#readMoves();
    this.turn = 0;
    this.owner = Uint32Array.from(this.names, (_, i) => i);
    this.held = new Uint32Array(this.count).fill(1);
    this.events = [null];
    this.stories = this.names.map((_, i) => [{ turn: 0, owner: i }]);
    this.lastOut = new Map();
    this.peak = this.held.slice();
    let alive = this.count;
    for (let turn = 1; turn <= this.turns; turn++) {
      const actor = moves[2 * turn - 2], target = moves[2 * turn - 1], loser = this.owner[target];
      const rebels = this.held[actor] === 0;
      alive += rebels ? 1 : 0;
      const event = { actor, target, loser, rebels };
      this.#apply(event);
      event.out = this.held[loser] === 0;
      alive -= event.out ? 1 : 0;
      Object.assign(event, { alive, actorHeld: this.held[actor], loserHeld: this.held[loser] });
      event.kind = this.#kind(event);
      this.events.push(event);
      this.stories[target].push({ turn, owner: actor });
      this.peak[actor] = Math.max(this.peak[actor], this.held[actor]);
      if (event.out) this.lastOut.set(loser, turn);
    }
    this.last = this.held.slice();
    for (let turn = this.turns; turn > 0; turn--) this.#undo(this.events[turn]);
  }

  #kind({ alive, rebels, out, actor, target, loser }) {
    if (alive === 1) return 'victory';
    if (rebels) return out ? 'rebellion_last' : 'rebellion';
    if (actor === target) return out ? 'reconquest_last' : 'reconquest';
    if (loser === target) return out ? 'attack_only' : 'attack_home';
    return out ? 'attack_last' : 'attack';
  }

  #apply({ actor, target, loser }) {
    this.owner[target] = actor;
    this.held[actor]++;
    this.held[loser]--;
  }

  #undo({ actor, target, loser }) {
    this.owner[target] = loser;
    this.held[actor]--;
    this.held[loser]++;
  }

  /** Moves owner, held and tint to what they were after a turn. */
  goTo(turn) {
    while (this.turn < turn) {
      this.turn++;
      this.#apply(this.events[this.turn]);
      for (const change of this.changes.get(this.turn) ?? []) this.tint[change.faction] = change.tint;
    }
    while (this.turn > turn) {
      for (const change of this.changes.get(this.turn) ?? []) this.tint[change.faction] = change.before;
      this.#undo(this.events[this.turn]);
      this.turn--;
    }
  }

  /** The event of the turn that is looked at; none before turn 1. */
  get event() {
    return this.events[this.turn];
  }

  colour(faction, dark) {
    return this.tints[this.tint[faction]][dark ? 1 : 0];
  }

  /** How many more a faction holds than some turns ago. */
  change(turns) {
    const change = new Int32Array(this.count);
    for (let turn = Math.max(1, this.turn - turns + 1); turn <= this.turn; turn++) {
      change[this.events[turn].actor]++;
      change[this.events[turn].loser]--;
    }
    return change;
  }

  /** Holdings after turns 0, 1, … of a faction. */
  curve(faction) {
    let held = 1;
    const curve = [held];
    for (let turn = 1; turn <= this.turns; turn++) {
      const { actor, loser } = this.events[turn];
      held += (actor === faction) - (loser === faction);
      curve.push(held);
    }
    return curve;
  }

  /** Living factions, the greatest first: by territories, then area, then map order. */
  standings() {
    const area = new Float64Array(this.count);
    this.owner.forEach((owner, i) => (area[owner] += this.areas[i]));
    const living = [...this.held.keys()].filter((f) => this.held[f] > 0);
    return living.sort((a, b) => this.held[b] - this.held[a] || area[b] - area[a] || a - b);
  }

  /** The first of the ranking; where fewer live, those who once held most. */
  first(count) {
    const living = this.standings().slice(0, count);
    if (living.length === count) return living;
    const others = [...this.peak.keys()].filter((f) => !living.includes(f)).sort((a, b) => this.peak[b] - this.peak[a] || a - b);
    return [...living, ...others].slice(0, count);
  }

  /** The names and numbers of a turn for its sentences. */
  facts(turn, words) {
    const { actor, target, loser, actorHeld, loserHeld } = this.events[turn];
    return { A: words.name(actor, actorHeld), T: words.name(target), L: words.name(loser, loserHeld) };
  }

  /** A turn's number, without separators. */
  marker(turn, words) {
    return words.say('turn', { n: turn }).replace(/[.,\u00a0](?=\d)/, '');
  }

  /** A turn's news and what stands under it; the last as the daemon tells it. */
  tell(turn, words) {
    if (turn === 0) return this.data.apertura;
    if (turn === this.turns) return this.data.ultimo;
    return words.tell(this.events[turn].kind, this.facts(turn, words));
  }
}
