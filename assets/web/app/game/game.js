// The game from gioco.json, and its past in parts: who owned which field and how many stood on it after each tick.
// Fields are numbers, row by row; teams are numbers from 0 for the first letter; owners are 0 for nobody, else team + 1.

import { readNumbers, readTimes, readTints } from '../signs.js';

/** Distances from field to field, each with `size` more numbers behind it; gives [field, ...numbers]. */
function* steps(numbers, size) {
  for (let i = 0, field = 0; i < numbers.length; i += size + 1) {
    field += numbers[i];
    yield [field, ...numbers.slice(i + 1, i + 1 + size)];
  }
}

export class Game {
  constructor(data, parts = new Map()) {
    this.data = data;
    this.parts = parts;
    this.number = data.guerra;
    this.turns = data.turno;
    this.ticks = data.turni;
    this.width = data.w;
    this.height = data.h;
    this.size = data.w * data.h;
    this.names = data.nomi;
    this.teams = [...this.names.keys()];
    this.letters = [...data.lettere];
    this.free = this.letters.map((letter) => data.liberi.includes(letter));
    this.tints = readTints(data.tinte);
    this.dates = readTimes(data.tempi);
    this.homes = readNumbers(data.case);
    this.#readGround();
    this.#readScores();
    this.now = this.#board(data.campi, data.soldati);
    this.now.battles = this.#battles(data.battaglie);
    this.mode = 'p';
    this.goTo(this.turns);
  }

  /** The game waits for something without a due time: whether it goes on has to be asked. */
  get idles() {
    return this.data.stato === 'da cominciare' || this.data.stato === 'in pausa';
  }

  /** Phrases for the countdown: while it runs, and when it has run out. */
  get next() {
    return this.data.stato === 'da cominciare' ? ['starts_in', 'starts_late'] : ['next_in', 'next_late'];
  }

  #readGround() {
    this.hills = new Uint8Array(this.size);
    for (const [field] of steps(readNumbers(this.data.colline), 0)) this.hills[field] = 1;
    /** By field: 0, or team + 1 in its protected square. */
    this.squares = new Uint8Array(this.size);
    this.homes.forEach((home, team) => {
      const x = home % this.width, y = Math.floor(home / this.width);
      for (let i = 0; i < 9; i++) {
        const column = (x + this.width + (i % 3) - 1) % this.width;
        const row = (y + this.height + Math.floor(i / 3) - 1) % this.height;
        this.squares[row * this.width + column] = team + 1;
      }
    });
  }

  /** Fields and scores after each tick, and who takes the lead in it. */
  #readScores() {
    const lands = readNumbers(this.data.terre), teams = this.names.length;
    this.lands = [new Array(teams).fill(0)];
    this.scores = [new Array(teams).fill(0)];
    this.leads = [-1];
    this.taken = [0, ...readNumbers(this.data.presi)];
    this.fights = [0, ...readNumbers(this.data.scontri)];
    let front = -1;
    for (let turn = 1; turn <= this.turns; turn++) {
      const land = lands.slice((turn - 1) * teams, turn * teams), before = this.scores[turn - 1];
      const scores = before.map((score, team) => score + land[team]);
      this.lands.push(land);
      this.scores.push(scores);
      const most = Math.max(...scores), leader = scores.indexOf(most);
      const alone = leader === scores.lastIndexOf(most);
      this.leads.push(alone && leader !== front ? leader : -1);
      if (alone) front = leader;
    }
  }

  /** A board from runs of owners and from the fields with soldiers. */
  #board(owners, men) {
    const board = { owner: new Uint8Array(this.size), men: new Uint32Array(this.size), battles: [] };
    let field = 0;
    const runs = readNumbers(owners);
    for (let i = 0; i < runs.length; i += 2) {
      board.owner.fill(runs[i], field, field + runs[i + 1]);
      field += runs[i + 1];
    }
    for (const [at, count] of steps(readNumbers(men), 1)) board.men[at] = count;
    return board;
  }

  #apply(board, [changes, battles]) {
    const numbers = readNumbers(changes);
    for (let i = 0, field = 0; i < numbers.length; ) {
      field += numbers[i++];
      const count = numbers[i++];
      if (count < 0) board.owner[field] = numbers[i++];
      board.men[field] = count < 0 ? -1 - count : count;
    }
    board.battles = this.#battles(battles);
  }

  /** Who met where: the armies, the largest first, and how many are left of it (rule 2.1). */
  #battles(text) {
    const numbers = readNumbers(text), battles = [];
    for (let i = 0, field = 0; i < numbers.length; ) {
      field += numbers[i++];
      const armies = [];
      for (let n = numbers[i++]; n > 0; n--) armies.push({ team: numbers[i++], men: numbers[i++] });
      armies.sort((a, b) => b.men - a.men || a.team - b.team);
      const [a, b] = armies.map(({ men }) => men);
      battles.push({ field, armies, left: a > b ? Math.floor((a * a - b * b) / a) : 0 });
    }
    return battles;
  }

  /** The part of the past that holds a turn, as [number, ticks into it]. */
  #place(turn) {
    const { passo } = this.data, part = Math.max(0, Math.ceil(turn / passo) - 1);
    return [part, turn - part * passo];
  }

  /** Whether a turn can be shown at once. */
  has(turn) {
    if (turn === this.turns) return true;
    const [part, ticks] = this.#place(turn);
    return (this.parts.get(part)?.turni.length ?? -1) >= ticks;
  }

  /** Loads the part of the past that holds a turn. */
  async fetch(turn) {
    const [part] = this.#place(turn);
    const answer = await fetch(`passato/${part}.json`, { cache: 'no-cache' });
    if (!answer.ok) throw new Error(`passato/${part}.json: ${answer.status}`);
    this.parts.set(part, await answer.json());
  }

  /** Moves the board to what it was after a turn that is there. */
  goTo(turn) {
    this.turn = turn;
    if (turn === this.turns) {
      this.board = this.now;
      return;
    }
    const [number, ticks] = this.#place(turn), part = this.parts.get(number);
    if (this.past?.number !== number || this.past.ticks > ticks)
      this.past = { number, ticks: 0, board: this.#board(part.campi, part.soldati) };
    while (this.past.ticks < ticks) this.#apply(this.past.board, part.turni[this.past.ticks++]);
    this.board = this.past.board;
    if (ticks === 0) this.board.battles = [];
  }

  /** Whose soldiers stand on a field; they own the ground, or are recruits at home. */
  soldiersOf(field) {
    return (this.board.owner[field] || this.squares[field]) - 1;
  }

  /** Soldiers of each team on the board that is looked at. */
  armies() {
    const armies = new Array(this.names.length).fill(0);
    this.board.men.forEach((count, field) => {
      if (count) armies[this.soldiersOf(field)] += count;
    });
    return armies;
  }

  /** Teams by score after a turn, equals sharing a rank (rule 3.4): [{team, rank}]. */
  ranking(turn = this.turn) {
    const scores = this.scores[turn];
    const order = this.teams.slice().sort((a, b) => scores[b] - scores[a] || a - b);
    const ranks = [];
    order.forEach((team, i) => {
      const same = i > 0 && scores[team] === scores[order[i - 1]];
      ranks.push({ team, rank: same ? ranks[i - 1].rank : i + 1 });
    });
    return ranks;
  }

  colour(team, dark) {
    return this.tints[team][dark ? 1 : 0];
  }

  /** What the curve shows of a team after 0, 1, … ticks: points or fields. */
  curve(team) {
    const table = this.mode === 'f' ? this.lands : this.scores;
    return table.map((row) => row[team]);
  }

  marker(turn, words) {
    return words.say('turn_of', { n: String(turn), m: String(this.ticks) });
  }

  /** A turn's news and what stands under it, in the daemon's words. */
  tell(turn, words) {
    if (turn === this.turns) return this.data.ultimo;
    if (turn === 0) return this.data.apertura;
    const [number, ticks] = this.#place(turn), told = this.parts.get(number)?.turni[ticks - 1];
    return told ? told.slice(2) : [words.say('loading', { n: turn }), ''];
  }
}
