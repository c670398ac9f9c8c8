// Pages that a daemon serves, in headless Chromium: they follow a war's turns and a game's ticks without being loaded anew.
// usage: node live.mjs GUERRABOT FOLDER [SCREENSHOTS]    from a folder whose node_modules holds playwright-core and axe-core
import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { accessible, end, expect, opener, pause, sideways, text, turn } from './browser.mjs'

const [guerrabot, folder, shots] = process.argv.slice(2)
fs.rmSync(folder, { recursive: true, force: true })

/** A bot in a folder of its own, with a page on any free port. */
class Bot {
  constructor(name, config) {
    this.folder = path.join(folder, name)
    fs.mkdirSync(this.folder, { recursive: true })
    fs.writeFileSync(path.join(this.folder, 'config.toml'), `network = []\n${config}[web]\nlisten = "127.0.0.1:0"\n`)
  }

  do(...words) {
    return execFileSync(guerrabot, words, { cwd: this.folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  }

  /** Starts the daemon; gives the page's address. */
  async run(...words) {
    this.life = spawn(guerrabot, ['run', ...words], { cwd: this.folder, stdio: ['ignore', 'ignore', 'pipe'] })
    let log = ''
    return new Promise((found, lost) => {
      this.life.on('exit', () => lost(new Error(log)))
      this.life.stderr.on('data', (part) => {
        log += part
        const [, port] = log.match(/page on http:\/\/127\.0\.0\.1:(\d+)/) ?? []
        if (port) found(`http://127.0.0.1:${port}/`)
      })
    })
  }

  stop() {
    this.life.removeAllListeners('exit')
    this.life.kill()
  }
}

/** Waits until the page shows a turn above this one. */
const after = (page, number) =>
  page.waitForFunction((number) => Number(document.getElementById('cursore').value) > number, number, { timeout: 15000 })
/** A word in the page that a reload would forget. */
const mark = (page) => page.evaluate(() => (window.isTheSame = true))
const isTheSame = (page) => page.evaluate(() => window.isTheSame === true)

async function war() {
  const bot = new Bot('guerra', '')
  const open = opener(await bot.run('--every', '2s'), { shots, ready: '#mappa .names text', live: true })
  const page = await open('live', {})
  await mark(page)
  const first = await turn(page)
  await after(page, first)
  await after(page, first + 1)
  expect('a war\'s page follows its turns without a reload', await isTheSame(page), `${first} to ${await turn(page)}`)
  expect('headline and countdown go along', (await text(page, '#turno')).endsWith(` ${await turn(page)}`) && /0:0\d|in arrivo/.test(await text(page, '#timer')), await text(page, '#timer'))
  await page.finish()
  bot.stop()
}

const GAME = `[war]
name = "Torneo"
ruleset = "dobyvatele"
[dobyvatele]
ticks = 26
post_every = 10
fallback = "guard"
board = { teams = 4, size = "16x16", seed = "7" }
[schedule]
every = "700ms"
`

async function game() {
  const bot = new Bot('gioco', GAME)
  bot.do('war', 'new')
  bot.do('team', 'add', 'Gli Aironi')
  const open = opener(await bot.run(), { shots, ready: '#righe button', live: true })
  const page = await open('game', {})
  await mark(page)
  expect('a lobby says that it waits', /si aspettano le squadre/.test(await text(page, '#timer')), await text(page, '#timer'))
  expect('and who is there', /1 di 4/.test(await text(page, '#posti')) && (await text(page, '#righe')).includes('posto libero'))
  await page.shot('lobby', { fullPage: true })
  bot.do('team', 'add', 'Dossi bassi dal nome davvero lunghissimo')
  await page.waitForFunction(() => document.getElementById('posti').textContent.includes('2 di 4'), null, { timeout: 15000 })
  expect('a team that comes is shown', (await text(page, '#righe')).includes('lunghissimo'))
  bot.do('war', 'resume')
  for (const n of [0, 1, 2, 3]) await after(page, n)
  expect('the game\'s page follows its ticks without a reload', await isTheSame(page), await turn(page))
  const { raw, gzip } = page.weight
  expect('the whole page weighs little', raw < 130000 && gzip < 50000, `${raw} raw, ${gzip} gzip`)
  await after(page, 12)
  await slider(page)
  await keyboard(page)
  await phone(open)
  await page.locator('#adesso').click()
  await page.waitForFunction(() => /finita/.test(document.getElementById('timer').textContent), null, { timeout: 30000 })
  expect('the end is told, with the winner', /^(Vince|Primo posto)/.test(await text(page, '#frase')) && await turn(page) === 26, await text(page, '#frase'))
  expect('still the same page', await isTheSame(page))
  await curve(page)
  await page.shot('over', { fullPage: true })
  await accessible(page, 'game, light, 1280')
  await page.finish()
  await plain(open)
  bot.stop()
}

/** What the canvas shows. */
const picture = (page) => page.locator('#tavola').evaluate((canvas) => canvas.toDataURL())

async function slider(page) {
  await page.locator('#cursore').fill('5')
  await page.waitForFunction(() => document.getElementById('turno').textContent.startsWith('Turno 5 '))
  const fifth = await picture(page), ranking = await text(page, '#righe')
  await pause(page)
  expect('the slider goes back', page.url().endsWith('#t=5') && (await text(page, '#frase')).length > 8, await text(page, '#frase'))
  await page.locator('#dopo').click()
  await page.waitForFunction(() => document.getElementById('turno').textContent.startsWith('Turno 6 '))
  expect('another tick is another board and ranking', await picture(page) !== fifth && await text(page, '#righe') !== ranking)
  await page.locator('#prima').click()
  await page.waitForFunction(() => document.getElementById('turno').textContent.startsWith('Turno 5 '))
  expect('and back it is the same again', await picture(page) === fifth)
  const before = await turn(page), known = Number(await page.locator('#cursore').getAttribute('max'))
  await page.waitForFunction((known) => Number(document.getElementById('cursore').max) > known, known, { timeout: 15000 })
  expect('who looks at the past stays there', await turn(page) === before && await picture(page) === fifth)
  await page.locator('#velocita').selectOption('25')
  await page.locator('#play').click()
  await after(page, 8)
  await page.locator('#play').click()
  expect('play runs and stops', await turn(page) > 8, await turn(page))
}

async function keyboard(page) {
  await page.locator('.skip').focus()
  const reached = new Set()
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press('Tab')
    reached.add(await page.evaluate(() => document.activeElement.id))
  }
  for (const id of ['tavola', 'piu', 'play', 'prima', 'cursore', 'velocita', 'quali']) expect(`Tab reaches ${id}`, reached.has(id))
  await page.locator('#tavola').focus()
  await page.keyboard.press('Enter')
  expect('Enter before a field is chosen chooses nobody', !/c=/.test(page.url()), page.url())
  await page.keyboard.press('Home')
  const said = await text(page, '#voce')
  expect('Home says whose home it is', /^Campo \(\d+, \d+\), .*casa (di|sua)/.test(said), said)
  await page.keyboard.press('ArrowRight')
  expect('arrows go from field to field', await text(page, '#voce') !== said, await text(page, '#breve'))
  await page.keyboard.press('Enter')
  await pause(page)
  expect('Enter chooses the team', /[#&]c=[A-D]$/.test(page.url()) && await page.locator('#righe [aria-pressed=true]').count() === 1, page.url())
  const at = await turn(page)
  await page.keyboard.press(',')
  await page.waitForFunction((at) => Number(document.getElementById('cursore').value) === at - 1, at)
  await page.keyboard.press('+')
  expect('plus zooms', await page.locator('#tavola.zoomed').count() === 1)
  await page.keyboard.press('0')
  await page.keyboard.press('Escape')
  await pause(page)
  expect('Escape drops the choice', !page.url().includes('c='))
  const box = await page.locator('#tavola').boundingBox()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  expect('hovering says what a field is', (await text(page, '#nota')).startsWith('Campo ('), (await text(page, '#nota')).replace('\n', ': '))
}

async function phone(open) {
  const page = await open('game360', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: 'dark', deviceScaleFactor: 2 })
  expect('360 px: nothing sideways', await sideways(page) <= 0, await sideways(page))
  const box = await page.locator('#tavola').boundingBox(), time = await page.locator('.time').boundingBox()
  expect('360 px: slider within reach', time.y + time.height <= 741, time.y + time.height)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  expect('360 px: a tap says what a field is', (await text(page, '#breve')).startsWith('Campo ('), await text(page, '#breve'))
  await page.locator('#righe button').first().tap()
  await page.shot('chosen', { fullPage: true })
  await accessible(page, 'game, dark, 360')
  await page.finish()
}

async function curve(page) {
  await page.locator('#curva').scrollIntoViewIfNeeded()
  await page.waitForSelector('#grafico .line')
  const points = await page.locator('#grafico .line').first().getAttribute('d')
  await page.locator('#che').selectOption('f')
  expect('the curve shows points or fields', await page.locator('#grafico .line').first().getAttribute('d') !== points)
  await page.locator('#grafico').click({ position: { x: 300, y: 100 } })
  await pause(page)
  expect('a tap on the curve leads to a tick', await turn(page) < 26 && await turn(page) > 0, await turn(page))
}

async function plain(open) {
  const page = await open('game-plain', { javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const seen = await page.locator('noscript img').evaluate((img) => img.decode().then(() => img.naturalWidth))
  expect('without JavaScript there is the last picture', seen === 1080, seen)
  expect('and scores and ticks', await page.locator('#righe tr').count() === 4 && await page.locator('#elenco li').count() === 12)
  await page.shot('whole', { fullPage: true })
  await page.locator('.all').click()
  expect('and all ticks', await page.locator('.events li').count() === 26)
  await page.finish()
}

await war()
await game()
await end()
