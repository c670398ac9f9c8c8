// The countdown, and what is new when it comes: told by the server where there is one, else asked for when due.

import { byId, setText } from './dom.js';

const FIRST_WAIT = 2000;
const LONGEST_WAIT = 300000;
/** A turn takes its time after it is due; not all readers ask at once. */
const GRACE = 1500;
const SPREAD = 4000;
/** So often it is looked whether a game begins or goes on. */
const IDLE = 5000;

const fresh = async (address) => {
  const answer = await fetch(address, { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
};

let latest = null;

/** The data file, and whether it is another than the last time. */
export async function load(file) {
  const text = await (await fresh(file)).text(), changed = text !== latest;
  latest = text;
  return { data: JSON.parse(text), changed };
}

export class Live {
  /**
   * `file` is the data file, `event` what the server calls a new turn, `sections` the ids of those parts of the page that
   * the daemon words anew, `isWorded(data, before)` whether it may have.
   */
  constructor(page, { file, event, sections, isWorded = () => true }) {
    Object.assign(this, { page, file, sections, isWorded });
    this.timer = byId('timer');
    this.wait = FIRST_WAIT;
    this.#schedule();
    this.#listen(document.body.dataset.live, event);
    setInterval(() => this.#count(), 1000);
    this.#count();
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && (this.missed || this.#late())) this.ask();
    });
  }

  get due() {
    const { prossimo } = this.page.war.data;
    return prossimo ? Date.parse(prossimo) : null;
  }

  #late() {
    return this.due !== null && Date.now() > this.due + GRACE;
  }

  /** Without a due time the page's own words stay. */
  #count() {
    if (this.due === null) return;
    const { words, war } = this.page, left = this.due - Date.now(), [coming, late] = war.next ?? ['next_in', 'next_late'];
    const facts = { n: war.turns + 1, x: words.left(left) };
    setText(this.timer, words.say(left > 0 ? coming : late, facts));
  }

  #schedule() {
    clearTimeout(this.alarm);
    const left = this.due === null ? Infinity : this.due - Date.now();
    // A timer holds 24 days at most; a longer wait is taken in parts.
    const wait = Math.min(left > 0 ? left + GRACE + Math.random() * SPREAD : this.wait, this.page.war.idles ? IDLE : Infinity);
    if (wait === Infinity) return;
    this.alarm = setTimeout(() => {
      // Nobody looks: whether a game goes on can wait.
      if (document.hidden && this.page.war.idles) this.missed = true;
      else if (wait > 2e9) this.#schedule();
      else this.ask();
    }, Math.min(wait, 2e9));
  }

  #listen(address, name) {
    if (!address) return;
    const source = new EventSource(address);
    source.addEventListener(name, (event) => {
      if (Number(event.lastEventId) === this.page.war.turns) return;
      // Nobody looks: the news can wait.
      if (document.hidden) this.missed = true;
      else this.ask();
    });
  }

  /** Fetches the data again; while there is nothing new it waits longer and longer. */
  async ask() {
    this.again = this.asking;
    if (this.asking) return;
    this.asking = true;
    this.missed = false;
    try {
      const { data, changed } = await load(this.file);
      this.wait = changed ? FIRST_WAIT : Math.min(2 * this.wait, LONGEST_WAIT);
      if (changed) await this.#take(data);
    } catch {
      // What was fetched and not shown whole is news once more.
      latest = null;
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    } finally {
      this.asking = false;
      // Told of another turn meanwhile.
      if (this.again) this.ask();
      else this.#schedule();
    }
  }

  async #take(data) {
    const { page } = this, { number, data: before, turns } = page.war;
    if (data.guerra !== number || data.v !== before.v || data.turno < turns) {
      location.reload();
      return;
    }
    const worded = this.isWorded(data, before) ? await (await fresh(location.pathname)).text() : null;
    page.update(data);
    this.#count();
    if (worded !== null) this.#reword(worded);
  }

  #reword(text) {
    const anew = new DOMParser().parseFromString(text, 'text/html');
    document.title = anew.title;
    for (const id of this.sections) {
      const section = anew.getElementById(id);
      if (section) byId(id).replaceChildren(...section.childNodes);
    }
    if (this.due === null) this.timer.textContent = anew.getElementById('timer')?.textContent ?? '';
    this.page.reworded();
  }
}
