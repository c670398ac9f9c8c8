// The board on a canvas, as the painter of the pictures has it (src/render/board): only what is in view, in the screen's own
// pixels.

import { byId } from '../dom.js';
import { drawMarks } from './marks.js';

/** Fields smaller than this, in pixels, have no lines between them, no borders, no peaks. */
const THIN = 14;
const STRONG = 7;
const PEAKS = 12;

const GROUNDS = [
  { free: '#ffffff', hill: '#b9b4a8', peak: '#8f897b' },
  { free: '#20262d', hill: '#4a545f', peak: '#6d7884' },
];

/** So much of a colour `a` and the rest of `b`. */
function mix(a, b, share) {
  const part = (colour, i) => parseInt(colour.slice(i, i + 2), 16);
  const channel = (i) => Math.round(part(a, i) * share + part(b, i) * (1 - share));
  return `rgb(${channel(1)} ${channel(3)} ${channel(5)})`;
}

export class Board {
  constructor(page) {
    this.page = page;
    this.root = byId('tavola');
    this.pen = this.root.getContext('2d');
    byId('riquadro').style.setProperty('--ratio', `${page.war.width}/${page.war.height}`);
    this.forget();
  }

  /** Colours have to be made anew: another theme, another choice, other teams. */
  forget() {
    const { war, dark, chosen } = this.page, style = getComputedStyle(document.documentElement);
    const ink = (name) => style.getPropertyValue(name).trim();
    this.inks = { ink: ink('--ink'), halo: ink('--halo'), line: ink('--line'), red: ink('--red'), ...GROUNDS[dark ? 1 : 0] };
    const { free } = this.inks;
    const shown = (team) => (chosen < 0 || chosen === team ? 1 : 0.3);
    /** By owner. */
    this.fills = [free, ...war.teams.map((team) => mix(war.colour(team, dark), free, shown(team)))];
    /** Of protected squares that nobody has entered, by team + 1. */
    this.claims = [free, ...war.teams.map((team) => mix(war.colour(team, dark), free, shown(team) / 3))];
  }

  /** The canvas has as many pixels as the screen shows of it. */
  #fit() {
    const { clientWidth, clientHeight } = this.root, ratio = devicePixelRatio || 1;
    const [w, h] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
    if (this.root.width !== w || this.root.height !== h) Object.assign(this.root, { width: w, height: h });
    return ratio;
  }

  draw() {
    const { view, unit } = this.page.viewer.camera, { width, height } = this.page.war, { pen } = this;
    const ratio = this.#fit();
    this.cell = 1 / unit;
    this.ratio = ratio;
    this.left = (this.root.width - (view.w / unit) * ratio) / 2 - (view.x / unit) * ratio;
    this.top = (this.root.height - (view.h / unit) * ratio) / 2 - (view.y / unit) * ratio;
    const [columns, rows] = [this.root.width, this.root.height].map((pixels) => pixels / ratio / this.cell);
    const first = (edge) => Math.max(0, Math.floor(-edge / ratio / this.cell));
    this.seen = {
      left: first(this.left), top: first(this.top),
      right: Math.min(width, Math.ceil(first(this.left) + columns + 1)),
      bottom: Math.min(height, Math.ceil(first(this.top) + rows + 1)),
    };
    pen.clearRect(0, 0, this.root.width, this.root.height);
    this.#tiles();
    if (this.cell >= PEAKS) this.#peaks();
    if (this.cell >= STRONG) this.#borders();
    this.#squares();
    this.#frame();
    drawMarks(this);
    this.#cursor();
  }

  /** A field's edge on the canvas, on whole pixels so that no seam shows. */
  x(column) {
    return Math.round(this.left + column * this.cell * this.ratio);
  }

  y(row) {
    return Math.round(this.top + row * this.cell * this.ratio);
  }

  /** A length of the screen's pixels on the canvas. */
  px(length) {
    return length * this.ratio;
  }

  #colour(field) {
    const { war } = this.page, owner = war.board.owner[field];
    if (owner) return this.fills[owner];
    if (war.hills[field]) return this.inks.hill;
    return this.claims[war.squares[field]];
  }

  /** Each row's neighbours of a colour as one rectangle. */
  #tiles() {
    const { seen, pen } = this, { width } = this.page.war;
    for (let row = seen.top; row < seen.bottom; row++) {
      const [top, bottom] = [this.y(row), this.y(row + 1)];
      for (let column = seen.left; column < seen.right; ) {
        const begin = column, colour = this.#colour(row * width + column);
        while (column < seen.right && this.#colour(row * width + column) === colour) column++;
        pen.fillStyle = colour;
        pen.fillRect(this.x(begin), top, this.x(column) - this.x(begin), bottom - top);
      }
    }
  }

  /** Calls back for each field in view. */
  #each(visit) {
    const { seen } = this, { width } = this.page.war;
    for (let row = seen.top; row < seen.bottom; row++)
      for (let column = seen.left; column < seen.right; column++) visit(row * width + column, column, row);
  }

  #peaks() {
    const { pen } = this, { hills } = this.page.war, size = this.px(this.cell);
    pen.beginPath();
    this.#each((field, column, row) => {
      if (!hills[field]) return;
      const [x, y] = [this.x(column), this.y(row)];
      pen.moveTo(x + 0.2 * size, y + 0.76 * size);
      pen.lineTo(x + 0.5 * size, y + 0.24 * size);
      pen.lineTo(x + 0.8 * size, y + 0.76 * size);
      pen.closePath();
    });
    pen.fillStyle = this.inks.peak;
    pen.fill();
  }

  #line(path, width, colour, alpha = 1) {
    const { pen } = this;
    pen.lineWidth = this.px(width);
    pen.lineCap = pen.lineJoin = 'round';
    pen.strokeStyle = colour;
    pen.globalAlpha = alpha;
    pen.stroke(path);
    pen.globalAlpha = 1;
  }

  /** Thin lines between fields, and strong ones where land of different owners meets. */
  #borders() {
    const { width, height, board } = this.page.war, thin = new Path2D(), strong = new Path2D();
    this.#each((field, column, row) => {
      const [left, top, right, bottom] = [this.x(column), this.y(row), this.x(column + 1), this.y(row + 1)];
      const side = (other, x, y) => {
        const path = board.owner[field] === board.owner[other] ? thin : strong;
        path.moveTo(x, y);
        path.lineTo(right, bottom);
      };
      if (column + 1 < width) side(field + 1, right, top);
      if (row + 1 < height) side(field + width, left, bottom);
    });
    if (this.cell >= THIN) this.#line(thin, 0.8, this.inks.line, 0.16);
    this.#line(strong, Math.max(1, Math.min(2.2, 0.08 * this.cell)), this.inks.line);
  }

  /** A double line round every protected square. */
  #squares() {
    const { width, height, squares } = this.page.war, path = new Path2D();
    const inside = (column, row, team) =>
      column >= 0 && row >= 0 && column < width && row < height && squares[row * width + column] === team;
    this.#each((field, column, row) => {
      const team = squares[field];
      if (!team) return;
      const [left, top, right, bottom] = [this.x(column), this.y(row), this.x(column + 1), this.y(row + 1)];
      const sides = [
        [column - 1, row, left, top, left, bottom], [column + 1, row, right, top, right, bottom],
        [column, row - 1, left, top, right, top], [column, row + 1, left, bottom, right, bottom],
      ];
      for (const [x, y, ...ends] of sides) {
        if (inside(x, y, team)) continue;
        path.moveTo(ends[0], ends[1]);
        path.lineTo(ends[2], ends[3]);
      }
    });
    const size = Math.max(1.2, Math.min(4.5, 0.18 * this.cell));
    this.#line(path, 1.7 * size, this.inks.ink);
    this.#line(path, 0.6 * size, this.inks.halo);
  }

  #frame() {
    const { width, height } = this.page.war, path = new Path2D();
    path.rect(this.x(0), this.y(0), this.x(width) - this.x(0), this.y(height) - this.y(0));
    this.#line(path, 2, this.inks.ink);
  }

  /** The field that hover, tap or the arrows stand on. */
  #cursor() {
    const { field } = this.page.viewer, { width } = this.page.war, path = new Path2D();
    if (field < 0) return;
    const [column, row] = [field % width, Math.floor(field / width)];
    const grow = this.px(2);
    path.rect(this.x(column) - grow, this.y(row) - grow, this.px(this.cell) + 2 * grow, this.px(this.cell) + 2 * grow);
    this.#line(path, 6, this.inks.halo);
    this.#line(path, 3, this.inks.ink);
  }
}
