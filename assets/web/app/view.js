// Hover, tap and keyboard on the map.

import { ARROWS, Camera, placeNote } from './camera.js';
import { byId, html } from './dom.js';

const DEEPEST = 8;

export class View {
  constructor(page, map) {
    this.page = page;
    this.map = map;
    this.root = map.root;
    this.note = byId('nota');
    this.focused = 0;
    this.camera = new Camera(map.root, page.war, DEEPEST, (camera) => this.#viewed(camera));
    byId('piu').onclick = () => {
      const { chosen, war } = page;
      this.camera.zoom(0.66, ...(chosen >= 0 ? war.poles[chosen].slice(0, 2) : []));
    };
    this.#pointer();
    this.root.addEventListener('keydown', (event) => this.#key(event));
    this.root.addEventListener('focusin', (event) => this.#focus(event));
    this.root.addEventListener('focusout', () => this.map.focus.setAttribute('d', ''));
    this.camera.whole();
  }

  #viewed({ view, unit }) {
    Object.assign(this.page, { view, unit });
    this.root.setAttribute('viewBox', `${view.x} ${view.y} ${view.w} ${view.h}`);
    this.root.style.setProperty('--unit', unit);
    this.page.viewed();
  }

  again() {
    this.camera.again();
  }

  /** Brings a territory into view, at least twice as large as on the whole map. */
  seek(territory) {
    const { war, view } = this.page, [x, y] = war.poles[territory];
    const w = Math.min(view.w, war.width / 2), h = (w * war.height) / war.width;
    this.camera.show(x - w / 2, y - h / 2, w);
  }

  #territory(event) {
    const i = event.target.dataset?.i;
    return i === undefined ? -1 : Number(i);
  }

  #pointer() {
    const { root } = this;
    root.addEventListener('pointermove', (event) => {
      const territory = this.#territory(event);
      if (event.pointerType === 'touch' || territory < 0 || this.camera.drags) this.note.hidden = true;
      else this.#hover(territory, event);
    });
    root.addEventListener('pointerleave', () => (this.note.hidden = true));
    root.addEventListener('click', (event) => {
      const territory = this.#territory(event);
      if (territory >= 0 && !this.camera.dragged) this.page.choose(territory);
    });
  }

  #hover(territory, event) {
    const { war, words } = this.page, owner = war.owner[territory], own = owner === territory;
    const facts = { A: words.name(owner, war.held[owner]) };
    this.note.replaceChildren(html('b', war.names[territory]), words.say(own ? 'own_hover' : 'held_hover', facts));
    placeNote(this.note, this.root, event);
  }

  /** The one territory that Tab reaches. */
  rove(territory) {
    const { territories } = this.map, [x, y] = this.page.war.poles[territory];
    territories[this.focused].setAttribute('tabindex', -1);
    territories[territory].setAttribute('tabindex', 0);
    this.focused = territory;
    this.camera.include(x, y);
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
    const way = ARROWS[event.key], point = this.page.war.poles[this.focused].slice(0, 2);
    if (!this.camera.key(event, point)) {
      if (way) this.#step(way);
      else if (event.key === 'Enter' || event.key === ' ') this.page.choose(this.focused);
      else if (event.key === ',') this.page.step(-1);
      else if (event.key === '.') this.page.step(1);
      else if (event.key === 'Escape') this.page.choose(-1);
      else if (event.key === 'Home') {
        this.rove(0);
        this.map.territories[0].focus();
      } else return;
    }
    event.preventDefault();
  }
}
