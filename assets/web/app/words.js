// Phrases with their facts: {A} a name, {A.di} a form of it, {A:sale|salgono} what agrees with it, {n} a number,
// {n:turno|turni} the form that goes with it. The daemon fills the same marks in the same way.

const GROUPS = { it: '.', en: ',', cs: '\u00a0' };

const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export class Words {
  constructor(data) {
    this.language = data.lingua;
    this.phrases = data.parole;
    this.models = data.modelli;
    this.zone = data.fuso;
    this.forms = data.nomi.map((name, i) => this.#form(name, data.forme[i]));
  }

  #form(name, odd) {
    if (odd) {
      const [text, bare, di, a, da, e, plural] = odd;
      return { text, bare, di, a, da, e, plural: plural === 1 };
    }
    const behind = (word) => (this.language === 'it' ? `${word} ${name}` : name);
    return { text: name, bare: name, di: behind('di'), a: behind('a'), da: behind('da'), e: behind('e'), plural: false };
  }

  /** A name as a fact, with how many territories it holds. */
  name(faction, held = 0) {
    return { forms: this.forms[faction], held };
  }

  bare(faction) {
    return this.forms[faction].bare;
  }

  digits(n) {
    const plain = String(n);
    return plain.length < 5 ? plain : plain.replace(/\B(?=(\d{3})+$)/g, GROUPS[this.language]);
  }

  #plural(n) {
    if (n === 1) return 0;
    return this.language === 'cs' && !(n >= 2 && n <= 4) ? 2 : 1;
  }

  fill(phrase, facts) {
    return phrase.replace(/\{(\w+)(?:\.(\w+))?(?::([^}]*))?\}/g, (mark, key, form, choices) => {
      const fact = facts[key];
      if (fact === undefined) return mark;
      const number = typeof fact === 'number' ? fact : form === 'n' ? fact.held : null;
      if (number !== null) return choices ? choices.split('|')[this.#plural(number)] : this.digits(number);
      if (typeof fact === 'string') return fact;
      if (choices) return choices.split('|')[fact.forms.plural ? 1 : 0];
      return fact.forms[form || 'text'];
    });
  }

  say(key, facts = {}) {
    return this.fill(this.phrases[key], facts);
  }

  /** A sentence of its own: with a capital. */
  sentence(key, facts = {}) {
    return capitalised(this.say(key, facts));
  }

  /** What a kind of turn says: the news, and what stands under it. */
  tell(kind, facts) {
    const [news, detail] = this.models[kind];
    const sentence = (text) => capitalised(this.fill(text, facts));
    return [sentence(news), detail.map(sentence).join(' ')];
  }

  /** A day and an hour by the war's clock, as the pictures have them; the year can be left out. */
  date(milliseconds, short = false) {
    this.clock ??= new Intl.DateTimeFormat(this.language, {
      weekday: 'long', day: 'numeric', month: 'long', year: 'numeric',
      hour: 'numeric', minute: '2-digit', hourCycle: 'h23', timeZone: this.zone,
    });
    const part = {};
    for (const { type, value } of this.clock.formatToParts(milliseconds)) part[type] = value;
    const hour = Number(part.hour), { weekday, day, minute } = part;
    const month = short ? part.month : `${part.month} ${part.year}`;
    if (this.language === 'it') {
      const minutes = minute === '00' ? '' : `:${minute}`;
      return `${weekday} ${day === '1' ? '1º' : day} ${month}, ore ${hour}${minutes}`;
    }
    if (this.language === 'cs') return `${weekday} ${day.replace('.', '')}. ${month} v ${hour}:${minute}`;
    return `${weekday} ${day} ${month}, ${hour}:${minute}`;
  }

  /** What is left until a turn: 1:02:03, with days before it from two days on. */
  left(milliseconds) {
    const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
    const days = seconds >= 172800 ? Math.floor(seconds / 86400) : 0;
    const two = (n) => String(n).padStart(2, '0');
    const hours = Math.floor(seconds / 3600) - 24 * days;
    const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
    return (days ? this.say('day', { n: days }) + ' ' : '') + (hours || days ? `${hours}:${rest}` : rest.replace(/^0/, ''));
  }
}
