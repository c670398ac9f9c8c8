// The followers' page in headless Chromium: what it shows, how it answers, who may use it, how fast and how heavy it is.
// usage: node page.mjs BASE_URL [SCREENSHOTS]    from a folder whose node_modules holds playwright-core and axe-core
// The war behind the URL must be over or long: 200 turns at least.
import { accessible, browser, end, expect, opener, pause, sideways, text, turn } from './browser.mjs'

const base = process.argv[2].replace(/\/?$/, '/')
const open = opener(base, { shots: process.argv[3], ready: '#mappa .names text' })

async function wide() {
  const page = await open('wide', {})
  const { raw, gzip, files } = page.weight
  expect('weight without pictures is at most 100 KB raw, 45 KB gzip', raw <= 100000 && gzip <= 45000, `${raw} raw, ${gzip} gzip, ${files} files`)
  const last = await turn(page)
  expect('the slider stands at the last turn', last >= 200, last)
  await page.shot('last', { fullPage: true })
  await page.locator('#prima').click()
  await pause(page)
  expect('a turn back', await turn(page) === last - 1 && (await text(page, '#turno')).endsWith(` ${last - 1}`))
  expect('the address names the turn', page.url().endsWith(`#t=${last - 1}`))
  await page.locator('#cursore').fill('149')
  await pause(page)
  expect('the headline follows the slider', (await text(page, '#turno')).endsWith(' 149') && (await text(page, '#frase')).length > 8, await text(page, '#frase'))
  expect('the ranking follows the slider', /149/.test(await text(page, '#classifica-nota')))
  expect('the past is said to be past', await page.locator('#passato').isVisible())
  await page.shot('149')
  await accessible(page, 'light, 1280')
  await search(page)
  await hover(page)
  await keyboard(page)
  await playing(page)
  await curve(page)
  await page.finish()
}

async function search(page) {
  const name = await page.evaluate(() => document.querySelector('#nomi option:nth-child(9)').value)
  await page.locator('#nome').fill(name.slice(0, -1).toUpperCase())
  await page.locator('#nome').press('Enter')
  await pause(page)
  expect('search finds a name by its beginning', (await text(page, '#breve')).startsWith(name), await text(page, '#breve'))
  expect('and tells its story', (await text(page, '#storia')).includes(name) && (await page.locator('.runs li').count()) > 0)
  expect('and zooms in', await page.locator('#mappa.zoomed').count() === 1)
  expect('zoomed in, single places are named', await page.locator('#mappa .names .place').count() > 0)
  await page.shot('found')
  await page.locator('#nome').fill('nessun posto')
  await page.locator('#nome').press('Enter')
  expect('an unknown name is said to be unknown', await page.locator('#nome').evaluate((field) => !field.validity.valid))
  await page.locator('#nome').fill('')
  await page.locator('#intera').click()
}

async function hover(page) {
  const box = await page.locator('#mappa .fills path').nth(12).boundingBox()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  expect('hovering shows name and holder', await page.locator('#nota').isVisible(), (await text(page, '#nota')).replace('\n', ': '))
}

async function keyboard(page) {
  await page.locator('.skip').focus()
  const reached = new Set()
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab')
    reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.getAttribute('role')))
  }
  for (const id of ['option', 'piu', 'nome', 'play', 'prima', 'cursore', 'velocita']) expect(`Tab reaches ${id}`, reached.has(id))
  await page.locator('#mappa [tabindex="0"]').focus()
  const before = await page.evaluate(() => document.activeElement.dataset.i)
  for (const key of ['ArrowUp', 'ArrowUp']) await page.keyboard.press(key)
  expect('arrows move over the map', (await page.evaluate(() => document.activeElement.dataset.i)) !== before)
  await page.keyboard.press('Enter')
  await pause(page)
  const chosen = await page.evaluate(() => document.activeElement.getAttribute('aria-label').split(',')[0])
  expect('Enter tells the story', (await text(page, '#breve')).startsWith(chosen))
  const at = await turn(page)
  await page.keyboard.press(',')
  await pause(page)
  expect('comma goes a turn back', await turn(page) === at - 1)
  await page.keyboard.press('Escape')
}

async function curve(page) {
  await page.locator('#curva').scrollIntoViewIfNeeded()
  await page.waitForSelector('#grafico .line')
  const before = await turn(page)
  await page.locator('#grafico').click({ position: { x: 300, y: 100 } })
  await pause(page)
  expect('a tap on the curve leads to a turn', await turn(page) !== before && await turn(page) > 0, await turn(page))
}

async function playing(page) {
  await page.locator('#cursore').fill('10')
  await page.locator('#velocita').selectOption('25')
  await page.locator('#play').click()
  await page.waitForTimeout(1200)
  await page.locator('#play').click()
  const at = await turn(page)
  await pause(page)
  expect('play runs and stops', at > 15 && await turn(page) === at, at)
}

async function phone() {
  for (const width of [360, 390]) {
    const page = await open(`phone${width}`, { viewport: { width, height: 740 }, hasTouch: true, isMobile: true, colorScheme: 'dark', deviceScaleFactor: 2 })
    expect(`${width} px: nothing sideways`, await sideways(page) <= 0, await sideways(page))
    const box = await page.locator('#mappa').boundingBox(), time = await page.locator('.time').boundingBox()
    expect(`${width} px: slider within reach`, time.y + time.height <= 741, time.y + time.height)
    await page.locator('#cursore').fill('40')
    await pause(page)
    await page.shot('40')
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 3)
    await pause(page)
    expect(`${width} px: a tap chooses`, await page.locator('#breve').isVisible())
    const spot = await page.locator('#mappa').boundingBox()
    const tops = []
    for (const n of [1, 30, 60, 90, 120, 150, 180]) {
      await page.locator('#cursore').fill(String(n))
      await page.waitForTimeout(60)
      tops.push(Math.round((await page.locator('#mappa').boundingBox()).y - spot.y))
    }
    expect(`${width} px: the map stays where it is while time runs`, new Set(tops).size === 1, tops.join())
    await page.shot('whole', { fullPage: true })
    await accessible(page, `dark, ${width}`)
    await page.finish()
  }
}

async function other() {
  const dark = await open('dark', { colorScheme: 'dark' }, '#t=149')
  const ground = await dark.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect('dark mode is dark', ground === 'rgb(20, 24, 29)', ground)
  await pause(dark)
  await dark.shot('149', { fullPage: true })
  await dark.finish()
  for (const width of [320, 640, 800]) {
    const page = await open(`narrow${width}`, { viewport: { width, height: 800 } })
    expect(`${width} px: nothing sideways`, await sideways(page) <= 0, await sideways(page))
    if (width === 800) await page.shot('whole', { fullPage: true })
    await page.finish()
  }
}

async function withoutScript() {
  const page = await open('plain', { javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const picture = await page.locator('noscript img').evaluate((img) => [img.currentSrc, img.naturalWidth])
  expect('without JavaScript a phone gets the tall picture', /ultimo-alta\.png$/.test(picture[0]) && picture[1] === 1080, picture.join(' '))
  expect('and the ranking and events', await page.locator('#righe tr').count() > 0 && await page.locator('#elenco li').count() === 12)
  await page.shot('whole', { fullPage: true })
  await page.locator('.all').click()
  expect('and all turns', await page.locator('.events li').count() >= 200)
  await page.finish()
}

async function turnPage() {
  const page = await open('turn', { javaScriptEnabled: false }, 'turno/149/')
  const meta = (key) => page.locator(`meta[property="${key}"]`).getAttribute('content')
  expect('a turn has its title', (await meta('og:title')).endsWith(' 149'), await meta('og:title'))
  expect('its picture', (await page.locator('.picture img').evaluate((img) => img.naturalWidth)) === 1600)
  // With [web] url the address is a whole one, wherever the page is tried.
  const [figure] = (await meta('og:image')).match(/figure\/.*$/)
  const picture = await page.request.get(base + figure)
  expect('and the preview shows it', picture.ok() && picture.headers()['content-type'] === 'image/png', await meta('og:image'))
  await page.shot('149', { fullPage: true })
  const link = await page.locator('.go').getAttribute('href')
  expect('and leads into the page', link.endsWith('#t=149'), link)
  await page.finish()
}

/** Frames a second while the slider is dragged over the whole war. */
async function drag(slowed) {
  const page = await open('drag', slowed > 1 ? { viewport: { width: 390, height: 844 } } : {})
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowed })
  await page.locator('#cursore').scrollIntoViewIfNeeded()
  const box = await page.locator('#cursore').boundingBox(), y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width - 10, y)
  await page.mouse.down()
  await page.evaluate(() => {
    window.frameTimes = []
    const note = (now) => { window.frameTimes.push(now); requestAnimationFrame(note) }
    requestAnimationFrame(note)
  })
  const begun = Date.now(), lasts = 4000
  for (let part = 0; part < 1; part = (Date.now() - begun) / lasts)
    await page.mouse.move(box.x + 10 + (box.width - 20) * (1 - Math.min(1, part)), y)
  const rate = await page.evaluate(() => 1000 * (window.frameTimes.length - 1) / (window.frameTimes.at(-1) - window.frameTimes[0]))
  await page.mouse.up()
  await page.context().close()
  return rate
}

/** The best of three, for another program may want the machine. */
async function frames(name, slowed, least) {
  const rates = []
  while (rates.length < 3 && !(Math.max(...rates) >= least)) rates.push(await drag(slowed))
  expect(`${name}: at least ${least} frames a second while dragging`, Math.max(...rates) >= least, rates.map((rate) => rate.toFixed(1)).join(', '))
}

/** The button that plays the war again, where the secret is out. */
async function check() {
  const page = await open('check', {})
  const button = page.locator('#rigioca')
  if (await button.count()) {
    await button.click()
    await page.waitForFunction(() => !document.getElementById('rigioca').disabled, null, { timeout: 120000 })
    const said = await text(page, '#esito')
    const data = await page.evaluate(async () => (await fetch('guerra.json')).json())
    expect('the whole war, played again in the browser, is the published one', said === await page.evaluate(async ([phrase, n]) => phrase.replaceAll('{n}', n).replaceAll('{m}', n), [data.parole.check_good, String(data.turno)]), said)
  } else {
    const data = await page.evaluate(async () => (await fetch('guerra.json')).json())
    expect('a war that still runs keeps its secret', data.segreto === null)
  }
  await page.finish()
}

/** A browser that gets turn 150, and turn 151 from the second time it asks; `prossimo` is when 151 is due. */
async function before151(prossimo) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const whole = await (await page.request.get(`${base}guerra.json`)).json()
  const upTo = (turno, prossimo) => ({
    ...whole, turno, prossimo, stato: 'in corso', segreto: null, mosse: whole.mosse.slice(0, 2 * whole.cifre * turno),
  })
  page.asked = 0
  await page.route('**/guerra.json', (route) => {
    page.asked++
    const json = page.asked > 1 ? upTo(151, new Date(Date.now() + 3600000).toISOString()) : upTo(150, prossimo)
    return route.fulfill({ json })
  })
  return page
}

const arrives = (page, turn) =>
  page.waitForFunction((turn) => document.getElementById('turno').textContent.endsWith(` ${turn}`), turn, { timeout: 20000 })

/** At the countdown's end the page fetches the next turn by itself. */
async function nextTurn() {
  const page = await before151(new Date(Date.now() + 3000).toISOString())
  await page.goto(base)
  await arrives(page, 150)
  const counting = await text(page, '#timer')
  await arrives(page, 151)
  expect('when the countdown ends the next turn comes by itself', /151/.test(counting) && page.asked === 2, `${counting}; asked ${page.asked} times`)
  expect('and the countdown begins anew', /152/.test(await text(page, '#timer')), await text(page, '#timer'))
  await page.context().close()
}

/** Where there is a daemon, it says when a turn is out. */
async function toldTurn() {
  const page = await before151(new Date(Date.now() + 3600000).toISOString())
  await page.route(base, async (route) => {
    const answer = await route.fetch(), html = await answer.text()
    return route.fulfill({ response: answer, body: html.replace(/<body[^>]*>/, '<body data-live="api/v1/events">') })
  })
  await page.route('**/api/v1/events', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'event: turn\nid: 151\ndata: 151\n\n' }))
  await page.goto(base)
  await arrives(page, 151)
  expect('a turn that the server tells of is fetched at once', page.asked === 2, `asked ${page.asked} times`)
  // The events end and begin again: what is under way then is of no interest.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().close()
}

for (const part of [wide, phone, other, withoutScript, turnPage, check, nextTurn, toldTurn]) await part()
await frames('1280 px', 1, 50)
console.log(`     390 px, a processor four times slower: ${(await drag(4)).toFixed(1)} frames a second`)
await end()
