// Plays the whole war again in the reader's browser, from the secret and the rules alone, and compares every turn.
// Nothing here is shared with the rest of the page: docs/rules-guerra.md is all it is written from.

const MASK = (1n << 64n) - 1n;
const utf8 = new TextEncoder();
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const unhex = (text) => Uint8Array.from(text.match(/../g), (byte) => parseInt(byte, 16));

async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** The ChaCha8 stream of one turn (rule 6.1): key = seed, stream number = turn; 64-bit words, low half first. */
export class Dice {
  constructor(seed, turn) {
    const key = new DataView(seed.buffer, seed.byteOffset, 32);
    const words = Array.from({ length: 8 }, (_, i) => key.getUint32(4 * i, true));
    this.start = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...words, 0, 0, turn, 0);
    this.block = [];
  }

  #refill() {
    const x = this.start.slice();
    const quarter = (a, b, c, d) => {
      for (const [left, right, by] of [[a, d, 16], [c, b, 12], [a, d, 8], [c, b, 7]]) {
        const other = right === d ? b : d;
        x[left] += x[other];
        const mixed = x[right] ^ x[left];
        x[right] = (mixed << by) | (mixed >>> (32 - by));
      }
    };
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 4; i++) quarter(i, i + 4, i + 8, i + 12);
      for (let i = 0; i < 4; i++) quarter(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
    }
    for (let i = 0; i < 16; i++) x[i] += this.start[i];
    this.start[12]++;
    for (let i = 0; i < 16; i += 2) this.block.push((BigInt(x[i + 1]) << 32n) | BigInt(x[i]));
  }

  next() {
    if (!this.block.length) this.#refill();
    return this.block.shift();
  }

  /** A number below n, each as likely (rule 6.2). */
  below(n) {
    const faces = BigInt(n);
    if (faces === 1n) return 0;
    const limit = faces * ((MASK + 1n) / faces);
    for (;;) {
      const x = this.next();
      if (x < limit) return Number(x % faces);
    }
  }

  /** `3/5` (rule 6.3). */
  chance(fraction) {
    const [a, b] = fraction.split('/').map(BigInt);
    return BigInt(this.below(b)) < a;
  }
}

/** The map's integers, as the rules see them (rules 5 and 6.5). */
export class Board {
  constructor(table) {
    this.territories = table.territories;
    const index = new Map(table.territories.map(({ id }, i) => [id, i]));
    this.neighbours = table.territories.map(({ neighbours }) => neighbours.map((id) => index.get(id)));
    this.area = table.territories.map(({ area }) => BigInt(area));
    this.centroid = table.territories.map(({ centroid }) => centroid.map(BigInt));
    this.owner = table.territories.map((_, i) => i);
  }

  get count() {
    return this.owner.length;
  }

  /** Rule 6.5: a line a territory, neighbours sorted by bytes. */
  digestText() {
    const bytes = (a, b) => {
      const [x, y] = [utf8.encode(a), utf8.encode(b)];
      const i = x.findIndex((byte, at) => byte !== y[at]);
      return i < 0 ? x.length - y.length : (x[i] ?? -1) - (y[i] ?? -1);
    };
    const line = ({ id, area, centroid: [x, y], neighbours }) =>
      `${[id, area, x, y, [...neighbours].sort(bytes).join(',')].join('\t')}\n`;
    return this.territories.map(line).join('');
  }

  held(faction) {
    return this.owner.reduce((n, owner) => n + (owner === faction), 0);
  }

  dead() {
    const living = new Set(this.owner);
    return this.owner.map((_, i) => i).filter((faction) => !living.has(faction));
  }

  isOver() {
    return this.owner.every((owner) => owner === this.owner[0]);
  }

  /** The targets left by the first four filters of rule 4, in map order. */
  targets(attacker, small) {
    const mine = this.owner.map((owner) => owner === attacker);
    let left = this.owner.map((_, i) => i).filter((i) => !mine[i] && this.neighbours[i].some((n) => mine[n]));
    if (!mine[attacker]) left = this.#wayHome(attacker, left);
    const size = (i) => this.held(this.owner[i]), sizes = left.map(size);
    const wanted = this.held(attacker) < small ? Math.max(...sizes) : Math.min(...sizes);
    left = left.filter((_, i) => sizes[i] === wanted);
    return this.#nearest(attacker, left);
  }

  /** Rule 4.2: the targets on a shortest way home, by waves of foreign land outwards from it. */
  #wayHome(attacker, left) {
    const seen = new Set([attacker]);
    for (let wave = [attacker]; wave.length; ) {
      const met = left.filter((i) => wave.includes(i));
      if (met.length) return met;
      const next = new Set(wave.flatMap((i) => this.neighbours[i]).filter((n) => this.owner[n] !== attacker && !seen.has(n)));
      next.forEach((n) => seen.add(n));
      wave = [...next];
    }
    return left;
  }

  /** Rule 4.4, in whole numbers: the least A·(x² + y²) − 2·(x·X + y·Y). */
  #nearest(attacker, left) {
    let area = 0n, sumX = 0n, sumY = 0n;
    this.owner.forEach((owner, i) => {
      if (owner !== attacker) return;
      area += this.area[i];
      sumX += this.area[i] * this.centroid[i][0];
      sumY += this.area[i] * this.centroid[i][1];
    });
    const distances = left.map((i) => {
      const [x, y] = this.centroid[i];
      return area * (x * x + y * y) - 2n * (x * sumX + y * sumY);
    });
    const least = distances.reduce((a, b) => (b < a ? b : a));
    return left.filter((_, i) => distances[i] === least);
  }
}

/** Every turn that the rules give from a seed: {actor, target, loser, rebels}. */
export function* replay(table, rules, seed) {
  const board = new Board(table), all = board.count;
  let rebellion = null;
  for (let turn = 1; !board.isOver(); turn++) {
    const dice = new Dice(seed, turn), dead = board.dead();
    const cooling = rebellion && turn < rebellion.turn + rules.cooldown_turns && !dead.includes(rebellion.rebel);
    const possible = dead.length > 0 && turn > rules.grace_turns && !cooling;
    let actor, target, rebels = false;
    if (possible && dice.chance(rules.rebellion_probability)) {
      actor = target = dead[dice.below(dead.length)];
      rebels = true;
      rebellion = { rebel: actor, turn };
    } else {
      if (cooling && dice.chance(rules.rebel_attack_probability)) actor = rebellion.rebel;
      else do actor = board.owner[dice.below(all)]; while (cooling && actor === rebellion.rebel);
      const left = board.targets(actor, rules.small_faction);
      target = left[dice.below(left.length)];
    }
    const loser = board.owner[target];
    board.owner[target] = actor;
    yield { actor, target, loser, rebels };
  }
}

/** Rule 6.7. */
export async function commitmentOf(digest, rules, secret) {
  return hex(await sha256(utf8.encode(`guerrabot-war-v1\n${digest}\n${rules}\n${secret}`)));
}

async function seedOf(secret, salt) {
  return salt === null ? unhex(secret) : sha256(Uint8Array.from([...unhex(secret), ...utf8.encode(salt)]));
}

/** The published moves: actor and target of each turn, from the signs # to ~ without the backslash. */
export function published({ mosse, cifre }) {
  const read = [];
  for (let i = 0; i < mosse.length; i += cifre) {
    const signs = [...mosse.slice(i, i + cifre)].map((sign) => sign.charCodeAt(0));
    read.push(signs.reduce((n, code) => n * 91 + code - (code > 92 ? 36 : 35), 0));
  }
  return Array.from({ length: read.length / 2 }, (_, i) => ({ actor: read[2 * i], target: read[2 * i + 1] }));
}

/** Compares what is published with what the secret gives: the phrase that says how it went, and its facts. */
export async function compare(data, table, progress = () => {}) {
  const digest = hex(await sha256(utf8.encode(new Board(table).digestText())));
  if (digest !== data.mappa) return ['check_map', { x: digest }];
  const commitment = await commitmentOf(digest, data.regole, data.segreto);
  if (commitment !== data.impegno) return ['check_commitment', { x: commitment }];
  const moves = published(data), seed = await seedOf(data.segreto, data.sale);
  const turns = replay(table, JSON.parse(data.regole), seed);
  for (let i = 0; i < moves.length; i++) {
    const { value } = turns.next(), { actor, target } = moves[i];
    if (value?.actor !== actor || value.target !== target) return ['check_turn', { n: i + 1 }];
    if (i % 20 === 19) {
      progress(i + 1, moves.length);
      await new Promise((resume) => setTimeout(resume));
    }
  }
  return ['check_good', { n: moves.length, m: moves.length }];
}

/** The check for the page: what came of it, in words. */
export async function check(data, words, say) {
  if (!globalThis.crypto?.subtle) return words.say('check_impossible');
  try {
    const answer = await fetch('mappa.json');
    if (!answer.ok) return words.say('failed');
    const progress = (n, m) => say(words.say('check_running', { n, m }));
    return words.say(...(await compare(data, await answer.json(), progress)));
  } catch (error) {
    console.error(error);
    return words.say('failed');
  }
}
