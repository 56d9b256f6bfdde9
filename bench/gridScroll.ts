import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import tailwindcss from '@tailwindcss/vite'
import { build, preview } from 'vite'
import { ariaTexts } from '../scripts/viteAria.ts'
import { messages } from '../scripts/viteMessages.ts'

/**
 * Frames per second of the grid over a million rows and 30 columns while it scrolls a fixed distance in every frame, and
 * how often it blocked the page for over 50 ms. `blank` is how many frames had no row in the middle of the view. The
 * scrolling comes between two frames, as that of a wheel does: what is drawn for it is painted in the next one.
 * node bench/gridScroll.ts [frames]
 */
const frames = Number(process.argv[2] ?? 180)
const ways = [
  { name: 'idle', x: 0, y: 0 },
  { name: 'down 60', x: 0, y: 60 },
  { name: 'down 400', x: 0, y: 400 },
  { name: 'down 4000', x: 0, y: 4000 },
  { name: 'across 60', x: 60, y: 0 },
  { name: 'diagonal 60', x: 30, y: 60 },
  { name: 'diagonal 400', x: 30, y: 400 },
]
type Way = (typeof ways)[number]

const folder = await mkdtemp(join(tmpdir(), 'lintel-grid-'))
const root = join(import.meta.dirname, 'grid')
const plugins = [messages(), ariaTexts(), react(), tailwindcss()]
await build({ root, plugins, configFile: false, logLevel: 'warn', build: { outDir: folder, target: 'es2023' } })
const server = await preview({
  root,
  configFile: false,
  logLevel: 'warn',
  build: { outDir: folder },
  preview: { port: 0 },
})
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const results = []
  for (const way of ways) {
    await page.goto(server.resolvedUrls?.local[0] ?? '')
    await page.getByRole('grid').waitFor()
    await page.waitForTimeout(500)
    results.push({ way: way.name, ...(await scroll(page, way)) })
  }
  console.table(results)
} finally {
  await browser.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
}

/** Scrolls in the page itself, one step between two animation frames. */
function scroll(page: Page, way: Way) {
  return page.evaluate(
    ({ x, y, count }) => {
      const grid = document.querySelector('[role=grid]')
      if (!grid) throw new Error('No grid')
      let longTasks = 0
      const observer = new PerformanceObserver((list) => (longTasks += list.getEntries().length))
      observer.observe({ type: 'longtask' })
      const times: number[] = []
      let blank = 0
      let sign = 1
      return new Promise<Record<string, number>>((done) => {
        const step = (now: number) => {
          times.push(now)
          // What this frame is going to paint.
          const middle = document.elementFromPoint(700, 450)
          if (!middle?.closest('[role=gridcell]')) blank += 1
          if (times.length > count) {
            observer.disconnect()
            const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0))
            const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
            const worst = gaps.toSorted((a, b) => b - a)
            done({
              fps: Math.round(10_000 / mean) / 10,
              p95: Math.round(worst[Math.floor(gaps.length * 0.05)] ?? 0),
              worst: Math.round(worst[0] ?? 0),
              longTasks,
              blank,
            })
            return
          }
          if (x !== 0 && grid.scrollLeft + grid.clientWidth >= grid.scrollWidth - x) sign = -1
          if (x !== 0 && grid.scrollLeft <= x) sign = 1
          requestAnimationFrame(step)
          setTimeout(() => grid.scrollBy(x * sign, y))
        }
        requestAnimationFrame(step)
      })
    },
    { ...way, count: frames },
  )
}
