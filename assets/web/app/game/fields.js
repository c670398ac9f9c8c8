// What a field is: told by hover, by tap, and by the arrow keys for whoever sees no board.

import { ARROWS, Camera, placeNote } from '../camera.js';
import { byId, html } from '../dom.js';

/** At the deepest zoom so many fields are across. */
const ACROSS = 6;

export class Fields {
  constructor(page) {
    this.page = page;
    this.root = byId('tavola');
    this.note = byId('nota');
    this.brief = byId('breve');
    /** Where tap or arrows stand; −1 for nowhere. */
    this.field = -1;
    const deepest = Math.max(1.5, page.war.width / ACROSS);
    this.camera = new Camera(this.root, page.war, deepest, () => page.viewed());
    byId('piu').onclick = () => this.camera.zoom(0.66, ...(this.field < 0 ? [] : this.#middle(this.field)));
    this.root.addEventListener('keydown', (event) => this.#key(event));
    this.root.addEventListener('pointermove', (event) => this.#hover(event));
    this.root.addEventListener('pointerleave', () => (this.note.hidden = true));
    this.root.addEventListener('click', (event) => {
      if (!this.camera.dragged) this.stand(this.#under(event));
    });
  }

  #middle(field) {
    const { width } = this.page.war;
    return [(field % width) + 0.5, Math.floor(field / width) + 0.5];
  }

  #under(event) {
    const [x, y] = this.camera.at(event).map(Math.floor), { width, height } = this.page.war;
    return x >= 0 && y >= 0 && x < width && y < height ? y * width + x : -1;
  }

  #hover(event) {
    this.hovered = event;
    const field = this.#under(event);
    if (event.pointerType === 'touch' || field < 0 || this.camera.drags) {
      this.note.hidden = true;
      return;
    }
    const [name, ...facts] = this.facts(field);
    this.note.replaceChildren(html('b', name), facts.join(', '));
    placeNote(this.note, this.root, event);
  }

  /** Where it is, whose it is, who stands there, what happened there in the tick. */
  facts(field) {
    const { war, words } = this.page, { owner, men, battles } = war.board;
    const at = `(${field % war.width}, ${Math.floor(field / war.width)})`, facts = [words.say('field', { x: at })];
    const square = war.squares[field] - 1;
    if (war.hills[field]) return [...facts, words.say('hill')];
    facts.push(owner[field] ? words.say('owned', { x: war.names[owner[field] - 1] }) : words.say('nobody'));
    if (square >= 0) {
      const kind = war.homes[square] === field ? 'home' : 'square', own = owner[field] - 1 === square ? 'own_' : '';
      facts.push(words.say(own + kind, { x: war.names[square] }));
    }
    if (men[field]) facts.push(words.say('soldiers', { n: men[field] }));
    const battle = battles.find((met) => met.field === field);
    return battle ? [...facts, this.#battle(battle)] : facts;
  }

  #battle({ armies, left }) {
    const { war, words } = this.page, sides = armies.map(({ team, men }) => `${war.names[team]} ${men}`);
    const end = left ? words.say('left', { n: left }) : words.say('left_none');
    return `${words.say('battle', { x: sides.join(` ${words.say('against')} `) })}; ${end}`;
  }

  /** Stands on a field, or nowhere (−1), and says what it is. */
  stand(field, announced = true) {
    this.field = field;
    if (field >= 0) this.camera.include(...this.#middle(field));
    this.tell();
    this.page.board.draw();
    if (announced && field >= 0) this.page.announce(this.facts(field).join(', '));
  }

  /** The line under the board, and the note that is open: a new tick may have changed what they say. */
  tell() {
    if (!this.note.hidden) this.#hover(this.hovered);
    const { war, words } = this.page;
    this.hint ??= this.brief.firstElementChild;
    if (this.field < 0) {
      this.brief.replaceChildren(this.hint);
      return;
    }
    const [name, ...facts] = this.facts(this.field), owner = war.board.owner[this.field] - 1;
    this.brief.replaceChildren(html('b', name), `: ${facts.join(', ')}`);
    if (owner < 0 || owner === this.page.chosen) return;
    const choose = html('button', words.say('choose'), 'link');
    choose.type = 'button';
    choose.onclick = () => this.page.choose(owner);
    this.brief.append(' · ', choose);
  }

  /** At home of the first in the ranking. */
  #standAtHome() {
    const { war } = this.page;
    this.stand(war.homes[war.ranking()[0].team]);
  }

  #step([dx, dy]) {
    const { width, height } = this.page.war;
    if (this.field < 0) return this.#standAtHome();
    const x = Math.max(0, Math.min(width - 1, (this.field % width) + dx));
    const y = Math.max(0, Math.min(height - 1, Math.floor(this.field / width) + dy));
    this.stand(y * width + x);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { page } = this, way = ARROWS[event.key];
    if (!this.camera.key(event, this.field < 0 ? [] : this.#middle(this.field))) {
      if (way) this.#step(way);
      else if (event.key === 'Enter' || event.key === ' ') {
        if (this.field >= 0) page.choose(page.war.board.owner[this.field] - 1);
      }
      else if (event.key === ',') page.step(-1);
      else if (event.key === '.') page.step(1);
      else if (event.key === 'Escape') {
        this.stand(-1);
        page.choose(-1);
      } else if (event.key === 'Home') this.#standAtHome();
      else return;
    }
    event.preventDefault();
  }
}
