// The countdown, and the next turn when it comes: told by the server where there is one, else asked for when due.

import { byId, setText } from './dom.js';

const FIRST_WAIT = 2000;
const LONGEST_WAIT = 300000;
/** A turn takes its time after it is due; not all readers ask at once. */
const GRACE = 1500;
const SPREAD = 4000;
/** Parts of the page that the daemon words anew each turn. */
const SECTIONS = ['pronostico', 'verifica', 'stagioni'];

const fresh = async (address) => {
  const answer = await fetch(address, { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
};

export const load = async () => (await fresh('guerra.json')).json();

export class Live {
  constructor(page) {
    this.page = page;
    this.timer = byId('timer');
    this.wait = FIRST_WAIT;
    this.#schedule();
    this.#listen(document.body.dataset.live);
    setInterval(() => this.#count(), 1000);
    this.#count();
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && this.#late()) this.ask();
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
    const { words, war } = this.page, left = this.due - Date.now(), next = war.turns + 1;
    setText(this.timer, left > 0 ? words.say('next_in', { n: next, x: words.left(left) }) : words.say('next_late', { n: next }));
  }

  #schedule() {
    clearTimeout(this.alarm);
    if (this.due === null) return;
    const left = this.due - Date.now();
    // A timer holds 24 days at most; a longer wait is taken in parts.
    const wait = left > 0 ? left + GRACE + Math.random() * SPREAD : this.wait;
    this.alarm = setTimeout(() => (left > 2e9 ? this.#schedule() : this.ask()), Math.min(wait, 2e9));
  }

  #listen(address) {
    if (!address) return;
    const source = new EventSource(address);
    source.addEventListener('turn', (event) => {
      if (Number(event.lastEventId) !== this.page.war.turns) this.ask();
    });
  }

  /** Fetches the data again; while there is nothing new it waits longer and longer. */
  async ask() {
    if (this.asking) return;
    this.asking = true;
    try {
      const data = await load(), before = this.page.war.data;
      const same = ['guerra', 'turno', 'stato', 'prossimo'].every((key) => data[key] === before[key]);
      this.wait = same ? Math.min(2 * this.wait, LONGEST_WAIT) : FIRST_WAIT;
      if (!same) await this.#take(data);
    } catch {
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    } finally {
      this.asking = false;
      this.#schedule();
    }
  }

  async #take(data) {
    const { page } = this, { number, data: before, turns } = page.war;
    if (data.guerra !== number || data.v !== before.v || data.turno < turns) {
      location.reload();
      return;
    }
    page.update(data);
    this.#count();
    const text = await (await fresh(location.pathname)).text();
    const anew = new DOMParser().parseFromString(text, 'text/html');
    document.title = anew.title;
    for (const id of SECTIONS) {
      const section = anew.getElementById(id);
      if (section) byId(id).replaceChildren(...section.childNodes);
    }
    if (this.due === null) this.timer.textContent = anew.getElementById('timer')?.textContent ?? '';
    page.offerCheck();
  }
}
