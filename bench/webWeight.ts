import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser } from '@playwright/test'
import { newEntity, newEnvironment, newMaker } from '../test/support/maker.ts'
import { startServer } from '../test/support/serverProcess.ts'

/**
 * What the browser loads on the sign-in page, the home page and a grid, and when it paints first, and shows its own
 * heading, with a processor four times slower. Sizes are those of the same bytes under gzip, whatever the server sent.
 * node bench/webWeight.ts [locale]
 */
const locale = process.argv[2] ?? 'en'
const slowdown = 4
const quiet = 1500

type File = { readonly name: string; readonly kind: string; readonly bytes: number }

const folder = await mkdtemp(join(tmpdir(), 'lintel-weight-'))
const server = await startServer({ dataFolder: join(folder, 'data') })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  const maker = await newMaker(server.send, 'weight@example.org')
  const place = await newEnvironment(maker, 'weight')
  const entity = await newEntity(maker, place, 'thing', [
    { name: 'Title', uri: 'title', type: 'text' },
    { name: 'Amount', uri: 'amount', type: 'text' },
  ])
  for (const number of [1, 2, 3]) {
    await maker.send('POST', `/api/odata/v1/${place.id}/things`, { title: `Thing ${number}`, amount: String(number) })
  }
  const pages = { '/auth': '', '/main': maker.token, [`/${place.id}/entity/${entity.id}`]: maker.token }
  const results = []
  for (const [path, token] of Object.entries(pages)) {
    const { files, paints } = await open(browser, path, token)
    const sum = (kind: string) => kilobytes(files.filter((file) => file.kind === kind))
    const name = path.length > 20 ? 'a grid' : path
    results.push({
      page: name,
      'JS kB': sum('script'),
      'CSS kB': sum('stylesheet'),
      'fonts kB': sum('font'),
      ...paints,
    })
    const biggest = files.filter(({ kind }) => kind === 'script').toSorted((a, b) => b.bytes - a.bytes)
    process.stdout.write(
      `${name}: ${biggest.length} scripts; ${biggest
        .slice(0, 10)
        .map((file) => `${file.name} ${kilobytes([file])}`)
        .join(', ')}\n`,
    )
  }
  console.table(results)
} finally {
  await browser.close()
  await server.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
}

/** Opens a page twice in fresh profiles: once to weigh it until nothing more comes, once slowed down to see it paint. */
async function open(browser: Browser, path: string, token: string) {
  const address = `http://localhost:${server.port}${path}`
  const visit = async (slow: number) => {
    const context = await browser.newContext()
    await context.addInitScript(
      ([kept, language]) => {
        window.localStorage.setItem('locale', language)
        if (kept) window.sessionStorage.setItem('access_token', kept)
      },
      [token, locale] as const,
    )
    await context.addInitScript(() => {
      const look = () => {
        const heading = document.querySelector('h1')
        if (heading?.textContent) Object.assign(window, { headingAt: performance.now() })
        else requestAnimationFrame(look)
      }
      look()
    })
    const page = await context.newPage()
    const files: File[] = []
    page.on('response', async (response) => {
      const kind = response.request().resourceType()
      if (!['script', 'stylesheet', 'font'].includes(kind)) return
      const body = await response.body().catch(() => Buffer.alloc(0))
      const bytes = kind === 'font' ? body.length : gzipSync(body, { level: 9 }).length
      files.push({ name: response.url().split('/').at(-1) ?? '', kind, bytes })
    })
    if (slow > 1) {
      const devtools = await context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow })
    }
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(quiet)
    const times = await page.evaluate(() => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      heading: (window as { headingAt?: number }).headingAt ?? Number.NaN,
    }))
    await context.close()
    return { files, ...times }
  }
  const { files } = await visit(1)
  const first = await visit(slowdown)
  const second = await visit(slowdown)
  const best = (name: 'paint' | 'heading') => Math.round(Math.min(first[name], second[name]))
  return { files, paints: { 'first paint ms': best('paint'), 'heading ms': best('heading') } }
}

function kilobytes(files: readonly File[]): number {
  return Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 100) / 10
}
