// The page's script, in node: its check of a war, against the rule cases' whole war and a published one, and its words,
// against those of the daemon on each turn's own page.
// usage: node verify.mjs FOLDER_OF_SITE
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import assert from 'node:assert/strict'

const here = path.dirname(fileURLToPath(import.meta.url))
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'page-'))
fs.cpSync(path.join(here, '../../assets/web/app'), copy, { recursive: true })
fs.writeFileSync(path.join(copy, 'package.json'), '{"type":"module"}')
const load = (name) => import(pathToFileURL(path.join(copy, name)))
const { Dice, replay, compare } = await load('verifica.js')
const [{ War }, { Words }] = [await load('war.js'), await load('words.js')]
const read = (name) => fs.readFileSync(path.join(here, '../data', name), 'utf8')

const seed = Uint8Array.from({ length: 32 }, (_, i) => i)
const dice = new Dice(seed, 1)
assert.deepEqual([1, 2, 3].map(() => dice.next()), [0xbd0ed2f9ef1dc74fn, 0x9136ba5692c53841n, 0x14afd2ab56ee87b8n])

const table = JSON.parse(read('oltrepo_map.json'))
const rules = { cooldown_turns: 6, grace_turns: 24, rebel_attack_probability: '3/5', rebellion_probability: '1/10', small_faction: 3 }
const id = (i) => table.territories[i].id
const played = [...replay(table, rules, seed)].map(({ actor, target, loser, rebels }) => rebels
  ? { event: 'rebellion', who: id(actor), target: id(target), loser: id(loser) }
  : { event: 'attack', who: id(actor), target: id(target), loser: id(loser) })
const told = read('war_oltrepo.jsonl').trim().split('\n').map(JSON.parse)
  .map(({ event, attacker, rebel, target, loser }) => ({ event, who: attacker ?? rebel, target, loser }))
assert.deepEqual(played, told)
console.log(`ok   the whole war of the rule cases, ${told.length} turns`)

const dates = { it: 'martedì 1º dicembre 2026, ore 9:05', en: 'Tuesday 1 December 2026, 9:05', cs: 'úterý 1. prosince 2026 v 9:05' }
for (const [lingua, date] of Object.entries(dates)) {
  const words = new Words({ lingua, fuso: 'Europe/Rome', nomi: [], forme: {}, parole: {}, modelli: {} })
  assert.equal(words.date(Date.UTC(2026, 11, 1, 8, 5)), date)
}

if (process.argv[2]) {
  const file = (name) => JSON.parse(fs.readFileSync(path.join(process.argv[2], name), 'utf8'))
  const [data, map] = [file('guerra.json'), file('mappa.json')]
  assert.equal((await compare(data, map))[0], 'check_good')
  const wrong = { ...data, mosse: data.mosse.slice(0, -1) + (data.mosse.at(-1) === '#' ? '$' : '#') }
  assert.deepEqual(await compare(wrong, map), ['check_turn', { n: data.turno }])
  assert.equal((await compare({ ...data, segreto: '0'.repeat(64) }, map))[0], 'check_commitment')
  const bent = structuredClone(map)
  bent.territories[0].area++
  assert.equal((await compare(data, bent))[0], 'check_map')
  console.log(`ok   the published war, ${data.turno} turns; a changed turn, secret or map is found out`)

  const [war, words] = [new War(data), new Words(data)]
  const inner = (html, tag) => html.match(tag)[1].replaceAll('&#39;', "'").replaceAll('&amp;', '&')
  for (let turn = 0; turn <= war.turns; turn++) {
    const html = fs.readFileSync(path.join(process.argv[2], `turno/${turn}/index.html`), 'utf8')
    const [sentence, detail] = war.tell(turn, words)
    assert.equal(inner(html, /<h1>(.*)<\/h1>/), sentence)
    assert.equal(inner(html, /<p class="detail">(.*)<\/p>/), detail)
    assert.equal(inner(html, /<p class="kick"><b>.*<\/b> <span>(.*)<\/span>/), words.date(war.dates[turn]))
    const { owner, held } = (war.goTo(turn), war)
    assert.deepEqual([...held], war.names.map((_, i) => owner.filter((o) => o === i).length))
  }
  war.goTo(0)
  assert.deepEqual([...war.owner], war.names.map((_, i) => i))
  console.log('ok   every turn in the words and with the date of its own page; forwards and back')
}
