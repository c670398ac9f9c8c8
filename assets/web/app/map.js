// The map: fills, borders, who attacks whom. A turn repaints only what differs from the turn on screen.

import { byId, setAttribute, svg } from './dom.js';

/** Layers above the fills, from below. */
const LAYERS = [
  'hatchArea', 'borders', 'attackerCase', 'attacker', 'chosenCase', 'chosen', 'targetCase', 'target', 'focus',
  'arrowCase', 'arrow', 'head', 'leaders', 'names',
];
const GROUPS = ['borders', 'leaders', 'names'];

export class MapDrawing {
  constructor(page) {
    const { war } = page;
    this.page = page;
    this.root = byId('mappa');
    this.stripes = byId('riga');
    byId('riquadro').style.setProperty('--ratio', `${war.width}/${war.height}`);
    const fills = svg('g', { class: 'fills' }, this.root);
    for (const name of LAYERS) {
      this[name] = svg(GROUPS.includes(name) ? 'g' : 'path', { class: name }, this.root);
      if (GROUPS.includes(name)) this[name].setAttribute('aria-hidden', 'true');
    }
    this.territories = war.shapes.map((d, i) =>
      svg('path', { d, role: 'option', 'aria-selected': 'false', tabindex: i ? -1 : 0, 'data-i': i }, fills));
    this.lines = war.arcs.map(({ path }) => svg('path', { d: path }, this.borders));
    this.scale = Math.sqrt((war.width * war.height * 0.62) / war.whole);
    this.forget();
  }

  /** Everything is painted anew next time. */
  forget() {
    this.owners = null;
    this.colours = this.territories.map(() => '');
    this.thick = this.lines.map(() => null);
  }

  paint() {
    const { war, words, dark } = this.page;
    const moved = [];
    for (let i = 0; i < war.count; i++) {
      const owner = war.owner[i], colour = war.colour(owner, dark);
      if (this.colours[i] !== colour) {
        this.colours[i] = colour;
        this.territories[i].setAttribute('fill', colour);
        this.territories[i].setAttribute('stroke', colour);
      }
      if (!this.owners || this.owners[i] !== owner) moved.push(i);
    }
    for (const i of moved) this.#bound(i);
    this.owners = war.owner.slice();
    this.#news();
    for (const i of moved) {
      const own = war.owner[i] === i, facts = { x: war.names[i], A: words.name(war.owner[i]) };
      this.territories[i].setAttribute('aria-label', words.say(own ? 'own_label' : 'held_label', facts));
    }
  }

  /** The lines round a territory that changed hands. */
  #bound(territory) {
    const { war } = this.page;
    for (const i of war.arcsOf[territory]) {
      const { left, right } = war.arcs[i];
      const thick = right < 0 || war.owner[left] !== war.owner[right];
      if (this.thick[i] === thick) continue;
      this.thick[i] = thick;
      this.lines[i].setAttribute('class', thick ? 'realm' : 'inner');
    }
  }

  /** Outlines of attacker and target, the loser's hatch, the arrow or the rays. */
  #news() {
    const { war, dark } = this.page, event = war.event;
    let outline = '';
    this.source = -1;
    if (event && !event.rebels) {
      const own = (i) => i >= 0 && war.owner[i] === event.actor;
      for (const { left, right, path } of war.arcs) if (own(left) !== own(right)) outline += path;
      this.source = this.#startOfArrow(event);
    }
    const shape = event ? war.shapes[event.target] : '';
    for (const layer of ['attackerCase', 'attacker']) setAttribute(this[layer], 'd', outline);
    for (const layer of ['targetCase', 'target', 'hatchArea']) setAttribute(this[layer], 'd', shape);
    if (event) setAttribute(this.stripes, 'fill', war.colour(event.loser, dark));
    this.drawArrow();
  }

  /** The attacker's territory nearest to the target; a neighbour of it, unless it came by ferry. */
  #startOfArrow({ actor, target, rebels }) {
    const { war } = this.page, [x, y] = war.poles[target];
    let nearest = -1, least = Infinity;
    for (const i of war.neighbours[target]) {
      if (rebels || war.owner[i] !== actor) continue;
      const [px, py, radius] = war.poles[i], distance = Math.hypot(px - x, py - y) - radius;
      if (distance < least) [least, nearest] = [distance, i];
    }
    return nearest;
  }

  /** Sizes are the screen's, so a change of zoom draws it anew. */
  drawArrow() {
    const { war } = this.page, event = war.event;
    const [line, head] = !event ? ['', ''] : event.rebels ? [this.#rays(event.target), ''] : this.#bow(event.target);
    this.arrow.classList.toggle('rays', Boolean(event?.rebels));
    for (const layer of ['arrow', 'arrowCase']) setAttribute(this[layer], 'd', line);
    setAttribute(this.head, 'd', head);
  }

  #bow(target) {
    if (this.source < 0) return ['', ''];
    const { war, unit } = this.page, [x1, y1] = war.poles[this.source], [x2, y2] = war.poles[target];
    const middle = [(x1 + x2) / 2 - (y2 - y1) * 0.18, (y1 + y2) / 2 + (x2 - x1) * 0.18];
    const length = Math.hypot(x2 - middle[0], y2 - middle[1]) || 1;
    const ux = (x2 - middle[0]) / length, uy = (y2 - middle[1]) / length;
    const long = Math.min(15 * unit, length), half = long * 0.6;
    const neck = [x2 - ux * long * 0.8, y2 - uy * long * 0.8];
    const back = [x2 - ux * long, y2 - uy * long];
    const line = `M${x1} ${y1}Q${middle.join(' ')} ${neck.join(' ')}`;
    return [line, `M${x2} ${y2}L${back[0] - uy * half} ${back[1] + ux * half}L${back[0] + uy * half} ${back[1] - ux * half}Z`];
  }

  #rays(target) {
    const { war, unit } = this.page, [left, top, right, bottom] = war.boxes[target];
    const x = (left + right) / 2, y = (top + bottom) / 2;
    const from = Math.hypot(right - left, bottom - top) / 2 + 3 * unit, to = from + 11 * unit;
    let rays = '';
    for (let i = 0; i < 14; i++) {
      const cos = Math.cos((i * Math.PI) / 7), sin = Math.sin((i * Math.PI) / 7);
      rays += `M${x + cos * from} ${y + sin * from}L${x + cos * to} ${y + sin * to}`;
    }
    return rays;
  }

  choose(territory) {
    const shape = territory < 0 ? '' : this.page.war.shapes[territory];
    this.territories.forEach((path, i) => setAttribute(path, 'aria-selected', i === territory));
    for (const layer of ['chosen', 'chosenCase']) setAttribute(this[layer], 'd', shape);
  }
}
