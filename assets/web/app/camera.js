// Zoom and pan over a drawing that keeps its proportions in the middle of its element; the drawing's units are its own.

import { byId } from './dom.js';

/** A pointer that moved farther, in pixels, drags and does not tap. */
const STILL = 7;

export class Camera {
  /** `root` shows a drawing of `size` {width, height}; `viewed(camera)` is called after each move. */
  constructor(root, size, deepest, viewed) {
    Object.assign(this, { root, size, deepest, viewed });
    this.pointers = new Map();
    this.moved = 0;
    byId('meno').onclick = () => this.zoom(1.5);
    byId('intera').onclick = () => this.whole();
    this.#listen();
  }

  /** Shows the part that begins at a point and is so wide, kept inside the drawing. */
  show(x, y, w) {
    const { width, height } = this.size;
    w = Math.max(width / this.deepest, Math.min(width, w));
    const h = (w * height) / width;
    x = Math.max(0, Math.min(width - w, x));
    y = Math.max(0, Math.min(height - h, y));
    this.view = { x, y, w, h };
    this.unit = w / this.#pixels();
    this.root.classList.toggle('zoomed', w < width);
    byId('meno').disabled = byId('intera').disabled = w >= width;
    byId('piu').disabled = w <= (width / this.deepest) * 1.001;
    this.viewed(this);
  }

  /** The same part, after the element has another size. */
  again() {
    const { x, y, w } = this.view;
    this.show(x, y, w);
  }

  whole() {
    this.show(0, 0, this.size.width);
  }

  /** How many pixels wide the whole drawing is on screen. */
  #pixels() {
    const { width, height } = this.size;
    return Math.min(this.root.clientWidth, (this.root.clientHeight * width) / height) || 1;
  }

  zoom(factor, x = null, y = null) {
    const { view, size } = this;
    const [cx, cy] = x === null ? [view.x + view.w / 2, view.y + view.h / 2] : [x, y];
    const w = Math.max(size.width / this.deepest, Math.min(size.width, view.w * factor)), ratio = w / view.w;
    this.show(cx - (cx - view.x) * ratio, cy - (cy - view.y) * ratio, w);
  }

  /** Moves by parts of what is shown. */
  pan(dx, dy) {
    const { x, y, w, h } = this.view;
    this.show(x + dx * w, y + dy * h, w);
  }

  /** Brings a point into view, if it is not. */
  include(x, y) {
    const { view } = this;
    const seen = x >= view.x && x <= view.x + view.w && y >= view.y && y <= view.y + view.h;
    if (!seen) this.show(x - view.w / 2, y - view.h / 2, view.w);
  }

  /** Where a pointer is, in the drawing's units. */
  at({ clientX, clientY }) {
    const box = this.root.getBoundingClientRect(), { view, unit } = this;
    const x = clientX - box.left - (box.width - view.w / unit) / 2;
    const y = clientY - box.top - (box.height - view.h / unit) / 2;
    return [view.x + x * unit, view.y + y * unit];
  }

  /** The last press was a drag. */
  get dragged() {
    return this.moved >= STILL;
  }

  /** A pointer is down and has moved. */
  get drags() {
    return this.pointers.size > 0 && this.dragged;
  }

  #listen() {
    const { root } = this;
    root.addEventListener('wheel', (event) => {
      // The page scrolls unless somebody works on the drawing.
      if (!event.ctrlKey && !root.contains(document.activeElement)) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 0.85 : 1.18, ...this.at(event));
    }, { passive: false });
    root.addEventListener('pointerdown', (event) => {
      this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
      if (this.pointers.size === 1) this.moved = 0;
    });
    for (const end of ['pointerup', 'pointercancel'])
      addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    root.addEventListener('pointermove', (event) => {
      const before = this.pointers.get(event.pointerId);
      if (before) this.#drag(event.pointerId, before, [event.clientX, event.clientY]);
    });
  }

  #drag(pointer, before, now) {
    const { view, size, unit } = this;
    this.moved += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
    this.pointers.set(pointer, now);
    if (this.pointers.size === 2) {
      const [, other] = [...this.pointers].find(([id]) => id !== pointer);
      const apart = ([x, y]) => Math.hypot(x - other[0], y - other[1]);
      const middle = { clientX: (now[0] + other[0]) / 2, clientY: (now[1] + other[1]) / 2 };
      this.moved = STILL;
      if (apart(now) > 20) this.zoom(apart(before) / apart(now), ...this.at(middle));
    } else if (view.w < size.width) {
      this.show(view.x - (now[0] - before[0]) * unit, view.y - (now[1] - before[1]) * unit, view.w);
    }
  }

  /** The keys that zoom and pan; true if it was one. `point` is what stays where it is. */
  key({ key, shiftKey }, point) {
    const way = ARROWS[key];
    if (way && shiftKey) this.pan(way[0] * 0.2, way[1] * 0.2);
    else if (key === '+' || key === '=') this.zoom(0.66, ...point);
    else if (key === '-') this.zoom(1.5);
    else if (key === '0') this.whole();
    else return false;
    return true;
  }
}

export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Puts the note beside a pointer, inside the drawing's element. */
export function placeNote(note, root, { clientX, clientY }) {
  const box = root.getBoundingClientRect();
  note.hidden = false;
  note.style.left = `${Math.max(0, Math.min(clientX - box.left + 14, box.width - note.offsetWidth))}px`;
  note.style.top = `${Math.max(0, clientY - box.top - note.offsetHeight - 10)}px`;
}
