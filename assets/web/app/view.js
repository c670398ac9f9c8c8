// Zoom, pan, hover and keyboard on the map.

import { byId, html } from './dom.js';

const DEEPEST = 8;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** A pointer that moved farther, in pixels, drags and does not tap. */
const STILL = 7;

export class View {
  constructor(page, map) {
    this.page = page;
    this.map = map;
    this.root = map.root;
    this.note = byId('nota');
    this.pointers = new Map();
    this.focused = 0;
    this.#buttons();
    this.#pointer();
    this.root.addEventListener('keydown', (event) => this.#key(event));
    this.root.addEventListener('focusin', (event) => this.#focus(event));
    this.root.addEventListener('focusout', () => this.map.focus.setAttribute('d', ''));
    this.show(0, 0, page.war.width);
  }

  /** Shows the part of the map that begins at a point and is so wide, kept inside the map. */
  show(x, y, w) {
    const { width, height } = this.page.war;
    w = Math.max(width / DEEPEST, Math.min(width, w));
    const h = (w * height) / width;
    x = Math.max(0, Math.min(width - w, x));
    y = Math.max(0, Math.min(height - h, y));
    this.page.view = { x, y, w, h };
    this.page.unit = w / this.#pixels();
    this.root.setAttribute('viewBox', `${x} ${y} ${w} ${h}`);
    this.root.style.setProperty('--unit', this.page.unit);
    this.root.classList.toggle('zoomed', w < width);
    byId('meno').disabled = byId('intera').disabled = w >= width;
    byId('piu').disabled = w <= (width / DEEPEST) * 1.001;
    this.page.viewed();
  }

  again() {
    const { x, y, w } = this.page.view;
    this.show(x, y, w);
  }

  /** How many pixels wide the whole drawing is on screen. */
  #pixels() {
    const { width, height } = this.page.war;
    return Math.min(this.root.clientWidth, (this.root.clientHeight * width) / height) || 1;
  }

  zoom(factor, x = null, y = null) {
    const { view, war } = this.page;
    const [cx, cy] = x === null ? [view.x + view.w / 2, view.y + view.h / 2] : [x, y];
    const w = Math.max(war.width / DEEPEST, Math.min(war.width, view.w * factor)), ratio = w / view.w;
    this.show(cx - (cx - view.x) * ratio, cy - (cy - view.y) * ratio, w);
  }

  /** Brings a territory into view, at least twice as large as on the whole map. */
  seek(territory) {
    const { war, view } = this.page, [x, y] = war.poles[territory];
    const w = Math.min(view.w, war.width / 2), h = (w * war.height) / war.width;
    this.show(x - w / 2, y - h / 2, w);
  }

  #buttons() {
    byId('piu').onclick = () => {
      const { chosen, war } = this.page;
      this.zoom(0.66, ...(chosen >= 0 ? war.poles[chosen].slice(0, 2) : []));
    };
    byId('meno').onclick = () => this.zoom(1.5);
    byId('intera').onclick = () => this.show(0, 0, this.page.war.width);
  }

  #at({ clientX, clientY }) {
    const matrix = this.root.getScreenCTM().inverse();
    return [clientX * matrix.a + matrix.e, clientY * matrix.d + matrix.f];
  }

  #territory(event) {
    const i = event.target.dataset?.i;
    return i === undefined ? -1 : Number(i);
  }

  #pointer() {
    const { root } = this;
    root.addEventListener('wheel', (event) => {
      // The page scrolls unless somebody works on the map.
      if (!event.ctrlKey && !root.contains(document.activeElement)) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 0.85 : 1.18, ...this.#at(event));
    }, { passive: false });
    root.addEventListener('pointerdown', (event) => {
      this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
      if (this.pointers.size === 1) this.moved = 0;
    });
    for (const end of ['pointerup', 'pointercancel'])
      addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    root.addEventListener('pointermove', (event) => this.#move(event));
    root.addEventListener('pointerleave', () => (this.note.hidden = true));
    root.addEventListener('click', (event) => {
      const territory = this.#territory(event);
      if (territory >= 0 && this.moved < STILL) this.page.choose(territory);
    });
  }

  #move(event) {
    const before = this.pointers.get(event.pointerId), now = [event.clientX, event.clientY];
    if (before) this.#drag(event.pointerId, before, now);
    const territory = this.#territory(event), drags = before && this.moved >= STILL;
    if (event.pointerType === 'touch' || territory < 0 || drags) this.note.hidden = true;
    else this.#hover(territory, now);
  }

  #drag(pointer, before, now) {
    const { view, war, unit } = this.page;
    this.moved += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
    this.pointers.set(pointer, now);
    if (this.pointers.size === 2) {
      const [, other] = [...this.pointers].find(([id]) => id !== pointer);
      const apart = ([x, y]) => Math.hypot(x - other[0], y - other[1]);
      const middle = { clientX: (now[0] + other[0]) / 2, clientY: (now[1] + other[1]) / 2 };
      this.moved = STILL;
      if (apart(now) > 20) this.zoom(apart(before) / apart(now), ...this.#at(middle));
    } else if (view.w < war.width) {
      this.show(view.x - (now[0] - before[0]) * unit, view.y - (now[1] - before[1]) * unit, view.w);
    }
  }

  #hover(territory, [x, y]) {
    const { war, words } = this.page, owner = war.owner[territory], own = owner === territory;
    const facts = { A: words.name(owner, war.held[owner]) };
    this.note.replaceChildren(html('b', war.names[territory]), words.say(own ? 'own_hover' : 'held_hover', facts));
    this.note.hidden = false;
    const box = this.root.getBoundingClientRect();
    this.note.style.left = `${Math.min(x - box.left + 14, box.width - this.note.offsetWidth)}px`;
    this.note.style.top = `${Math.max(0, y - box.top - this.note.offsetHeight - 10)}px`;
  }

  /** The one territory that Tab reaches. */
  rove(territory) {
    const { territories } = this.map, { view, war } = this.page, [x, y] = war.poles[territory];
    territories[this.focused].setAttribute('tabindex', -1);
    territories[territory].setAttribute('tabindex', 0);
    this.focused = territory;
    const seen = x >= view.x && x <= view.x + view.w && y >= view.y && y <= view.y + view.h;
    if (!seen) this.show(x - view.w / 2, y - view.h / 2, view.w);
  }

  #focus(event) {
    const territory = this.#territory(event);
    if (territory >= 0 && event.target.matches(':focus-visible'))
      this.map.focus.setAttribute('d', this.page.war.shapes[territory]);
  }

  #step([dx, dy]) {
    const { poles } = this.page.war, [x, y] = poles[this.focused];
    let best = -1, least = Infinity;
    poles.forEach(([px, py], i) => {
      const ahead = (px - x) * dx + (py - y) * dy, aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      if (ahead > 2 && aside < ahead * 1.5 && ahead + 2 * aside < least) [best, least] = [i, ahead + 2 * aside];
    });
    if (best < 0) return;
    this.rove(best);
    this.map.territories[best].focus({ preventScroll: true });
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { view, war } = this.page, way = ARROWS[event.key];
    if (way && event.shiftKey) this.show(view.x + way[0] * view.w * 0.2, view.y + way[1] * view.h * 0.2, view.w);
    else if (way) this.#step(way);
    else if (event.key === 'Enter' || event.key === ' ') this.page.choose(this.focused);
    else if (event.key === '+' || event.key === '=') this.zoom(0.66, ...war.poles[this.focused].slice(0, 2));
    else if (event.key === '-') this.zoom(1.5);
    else if (event.key === '0') this.show(0, 0, war.width);
    else if (event.key === ',') this.page.step(-1);
    else if (event.key === '.') this.page.step(1);
    else if (event.key === 'Escape') this.page.choose(-1);
    else if (event.key === 'Home') {
      this.rove(0);
      this.map.territories[0].focus();
    } else return;
    event.preventDefault();
  }
}
