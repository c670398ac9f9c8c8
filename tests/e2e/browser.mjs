// What the page's checks share: a browser, pages that note what goes wrong in them, axe-core, and the count of what failed.
// node_modules of the working folder holds playwright-core and axe-core.
import { createRequire } from 'node:module'
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'

const require = createRequire(path.join(process.cwd(), 'package.json'))
const { chromium } = require('playwright-core')
const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

export const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
let failures = 0

export function expect(what, holds, found = '') {
  if (!holds) failures++
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}${found === '' ? '' : `: ${found}`}`)
}

export async function end() {
  await browser.close()
  console.log(failures ? `${failures} failed` : 'all is well')
  process.exit(failures ? 1 : 0)
}

/**
 * Opens pages of a site that note every word on their console and every request to somebody else; `ready` is what is there
 * once the script has drawn; a page that is told of events (`live`) is never idle. Pictures go into the folder `shots`, if
 * there is one.
 */
export function opener(base, { shots, ready, live = false }) {
  if (shots) fs.mkdirSync(shots, { recursive: true })
  return async (name, options, address = '') => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    const page = await context.newPage()
    page.faults = []
    page.weight = { raw: 0, gzip: 0, files: 0 }
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && page.faults.push(message.text()))
    page.on('pageerror', (error) => page.faults.push(String(error)))
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (protocol !== 'data:' && origin !== new URL(base).origin) page.faults.push(`asks ${origin}`)
    })
    page.on('response', async (response) => {
      if (!response.ok() && response.status() !== 304) page.faults.push(`${response.status()} ${response.url()}`)
      if (/png|event-stream/.test(response.headers()['content-type'] ?? '')) return
      const body = await response.body().catch(() => Buffer.alloc(0))
      page.weight.files++
      page.weight.raw += body.length
      page.weight.gzip += zlib.gzipSync(body, { level: 9 }).length
    })
    page.shot = async (part, options = {}) => shots && page.screenshot({ path: path.join(shots, `${name}-${part}.png`), ...options })
    page.finish = async () => {
      expect(`${name}: silent console, no other host`, page.faults.length === 0, page.faults.join(' | '))
      await context.close()
    }
    await page.goto(base + address, { waitUntil: live ? 'load' : 'networkidle' })
    if (options.javaScriptEnabled !== false) await page.waitForSelector(ready, { state: 'attached' })
    return page
  }
}

export const text = (page, selector) => page.locator(selector).innerText()
export const turn = async (page) => Number(await page.locator('#cursore').inputValue())
/** Names are laid out and the address is written once time pauses. */
export const pause = (page) => page.waitForTimeout(400)
export const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

export async function accessible(page, name) {
  // The page's own policy allows no foreign script, so axe comes in through the debugger.
  await page.evaluate(axe)
  const { violations, passes } = await page.evaluate(() => axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }))
  const found = violations.map((v) => `${v.id} ${v.nodes.map((n) => n.target.join(' ')).slice(0, 3).join(', ')}`)
  expect(`${name}: axe-core finds nothing (${passes.length} rules passed)`, violations.length === 0, found.join(' | '))
}
