// The page of a game of Dobyvatelé: loads the game, and lets each part draw the tick that is looked at.

import { byId, setText, showPicture } from '../dom.js';
import { Live, load } from '../live.js';
import { Time } from '../time.js';
import { Timeline } from '../timeline.js';
import { Words } from '../words.js';
import { Board } from './board.js';
import { Fields } from './fields.js';
import { Game } from './game.js';
import { Table } from './table.js';
import { Ticks } from './ticks.js';

/** New ticks are told to screen readers at most this often, in milliseconds. */
const SPEAK = 15000;
/** Teams in the curve, and letters of a name there. */
const FIRST = 8;
const LETTERS = 15;

const shorter = (name) => (name.length > LETTERS ? `${name.slice(0, LETTERS - 1).trimEnd()}…` : name);

/** Round steps, four or five to the axis. */
function step(highest) {
  for (let power = 1; ; power *= 10) for (const digit of [1, 2, 5]) if (highest < 5 * digit * power) return digit * power;
}

class Page extends Timeline {
  constructor(data) {
    super();
    this.#take(data);
    this.turn = this.war.turns;
    this.chosen = -1;
    this.spoken = 0;
    this.scheme = matchMedia('(prefers-color-scheme: dark)');
    byId('app').hidden = false;
    this.board = new Board(this);
    this.viewer = new Fields(this);
    this.time = new Time(this);
    this.table = new Table(this);
    this.ticks = new Ticks(this);
    this.viewer.camera.whole();
    this.live = new Live(this, {
      file: 'gioco.json', event: 'tick', sections: ['stagioni', 'regole'],
      isWorded: (now, before) => now.stato !== before.stato,
    });
    this.#draw();
    this.ticks.draw();
    this.#showCurve();
    this.awaitCurve((Curve) => new Curve(this, this.#curveKind()));
    byId('che').onchange = () => {
      this.war.mode = byId('che').value;
      this.curve?.draw();
    };
    this.readAddress();
    addEventListener('hashchange', () => this.readAddress());
    this.scheme.addEventListener('change', () => this.redraw());
    new ResizeObserver(() => this.#resized()).observe(byId('riquadro'));
  }

  #take(data) {
    this.war = new Game(data, this.war?.parts);
    this.war.mode = byId('che').value;
    this.words = new Words({ ...data, forme: {}, modelli: {} });
  }

  /** One tick is no curve. */
  #showCurve() {
    byId('curva').hidden = this.war.turns < 2;
  }

  /** The leaders' points or fields; whoever is chosen among them. */
  #curveKind() {
    const first = (war) => {
      const teams = war.ranking(war.turns).map(({ team }) => team), few = teams.slice(0, FIRST);
      return this.chosen < 0 || few.includes(this.chosen) ? few : [...few.slice(0, FIRST - 1), this.chosen];
    };
    return {
      left: 52, straight: true, step, first,
      key: (war) => [war.mode, this.chosen, ...war.names],
      label: (team, words) => `${this.war.letters[team]} ${shorter(words.bare(team))}`,
      list: (teams, { war, words, turn }) =>
        teams.map((team) => `${words.bare(team)} ${words.digits((war.mode === 'f' ? war.lands : war.scores)[turn][team])}`),
    };
  }

  get dark() {
    return this.scheme.matches;
  }

  redraw() {
    this.board.forget();
    this.#draw();
    this.curve?.draw();
  }

  #resized() {
    this.viewer.camera.again();
    this.curve?.measure();
    this.curve?.draw();
  }

  /** The part of the board that is seen has changed. */
  viewed() {
    if (this.viewer?.camera && this.war.board) this.board.draw();
  }

  /** The tick that is looked at, in all parts. */
  #draw() {
    this.war.goTo(this.turn);
    this.board.draw();
    this.table.draw();
    this.time.draw();
    this.viewer.tell();
    this.curve?.move();
  }

  /** Looks at a tick once its part of the past is there; the last one that was wanted counts. */
  show(turn) {
    if (!this.war.has(turn)) {
      this.#load(turn);
      return;
    }
    this.turn = turn;
    this.#draw();
  }

  async #load(turn) {
    if (this.waits) return;
    this.waits = true;
    try {
      await this.war.fetch(turn);
      // A cache may hand out a part that is older than the game.
      if (!this.war.has(turn)) throw new Error(`tick ${turn} is not there yet`);
    } catch (error) {
      console.error(error);
      this.time.stop();
      this.announce(this.words.say('failed'));
      setText(byId('dettaglio'), this.words.say('failed'));
      this.time.slider.value = this.wanted = this.turn;
      return;
    } finally {
      this.waits = false;
    }
    this.show(this.wanted);
    this.rest();
  }

  /** Time has paused. */
  settle(committed) {
    this.curve?.draw();
    if (this.waits) {
      this.committed = committed;
      this.rest();
      return;
    }
    if (!committed) return;
    this.ticks.mark();
    this.#writeAddress();
    this.announce([this.words.say('turn', { n: this.turn }), ...this.war.tell(this.turn, this.words)].join('. '));
  }

  /** Chooses a team, or none (−1). */
  choose(team) {
    this.chosen = team;
    this.redraw();
    this.#writeAddress();
    if (team < 0) return;
    const { war, words, turn } = this, { rank } = war.ranking(turn).find((row) => row.team === team);
    this.announce(words.say('chosen', { x: war.names[team], n: rank, y: words.say('points', { n: war.scores[turn][team] }) }));
  }

  /** New ticks; whoever looks at the last one goes along. */
  update(data) {
    const { war } = this, follows = this.turn === war.turns && !this.time.frame, before = war.turns;
    this.#take(data);
    if (follows) this.turn = this.war.turns;
    this.#showCurve();
    // A part of the past that is not whole any more was shown from the present.
    if (!this.war.has(this.turn)) this.turn = this.war.turns;
    this.redraw();
    this.ticks.draw();
    document.title = `${this.war.marker(this.war.turns, this.words)}: ${data.ultimo[0]} · ${data.nome}`;
    if (this.war.turns > before) this.#speak(before === 0 ? 'started' : 'arrived');
  }

  #speak(key) {
    if (Date.now() - this.spoken < SPEAK) return;
    this.spoken = Date.now();
    this.announce(this.words.say(key, { n: this.war.turns }));
  }

  /** Parts of the page were worded anew. */
  reworded() {}

  #writeAddress() {
    this.writeAddress(this.chosen >= 0 ? this.war.letters[this.chosen] : null);
  }

  readAddress() {
    const parts = new URLSearchParams(location.hash.slice(1));
    this.goToAddress(parts);
    const team = this.war.letters.indexOf(parts.get('c'));
    if (team >= 0 && team !== this.chosen) this.choose(team);
  }
}

load('gioco.json').then(({ data }) => new Page(data)).catch(showPicture);
