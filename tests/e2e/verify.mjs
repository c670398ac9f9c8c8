// The page's own check of a war, in node: against a published war and against the rule cases' whole war.
// usage: node verify.mjs FOLDER_OF_SITE
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import assert from 'node:assert/strict'

const here = path.dirname(fileURLToPath(import.meta.url))
const module = path.join(here, '../../assets/web/app/verifica.js')
const copy = path.join(fs.mkdtempSync('/tmp/verifica-'), 'verifica.mjs')
fs.copyFileSync(module, copy)
const { Dice, replay, compare } = await import(pathToFileURL(copy))
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
}
