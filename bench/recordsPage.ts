import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { Client } from 'pg'
import { openDatabase } from '../src/platform/server/database/database.ts'
import { startPostgres } from '../src/platform/server/postgres/postgres.ts'
import { newMember, newRole } from '../test/support/access.ts'
import { newMaker, type Maker } from '../test/support/maker.ts'
import { startServer } from '../test/support/serverProcess.ts'
import { makeAccounts } from './accounts.ts'
import { keepSection } from './keep.ts'

/**
 * The real page of a table in Chromium, by an administrator and by a member whose role reaches a tenth of the records: how
 * long until its first rows stand there, and, after the bar is dragged to another place, until the rows of that place do.
 * node bench/recordsPage.ts [rows [rounds]]
 */
const rows = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 5)
/** Scroll positions that the bar is dragged to, as parts of the whole height. */
const places = [0.50313, 0.02117, 0.90641, 0.30157, 0.70333]
const orders = ['created_on', '-created_on'] as const

const folder = await mkdtemp(join(tmpdir(), 'lintel-page-'))
await chmod(folder, 0o755)
const endings: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
try {
  await keepSection(await run())
} finally {
  for (const end of endings.toReversed()) await end()
}

async function run(): Promise<string> {
  const postgres = await startPostgres({ folder: join(folder, 'database'), log: () => undefined })
  endings.push(() => postgres.stop())
  const { connectionString } = postgres
  const client = new Client({ connectionString })
  await client.connect()
  endings.push(() => client.end())
  const server = await startServer({ databaseUrl: connectionString, dataFolder: join(folder, 'ours') })
  endings.push(() => server.end('SIGTERM'))
  const database = openDatabase({ connectionString })
  endings.push(() => database.stop())

  const maker = await newMaker(server.send, 'bench@example.org')
  const accounts = await makeAccounts(maker, client, rows)
  const place = { id: accounts.environment, uri: 'bench', schema: `e_${accounts.environment.replaceAll('-', '')}` }
  const role = await newRole(database, place, { privileges: { [accounts.entity]: { read: 'owned' } } })
  const member = await newMember({ database, send: server.send }, place, 'member@example.org', [role])
  await client.query(`update ${accounts.table} set owner_id = $1 where employees % 10 = 0`, [member.id])
  await client.query(`vacuum analyze ${accounts.table}`)

  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  endings.push(() => browser.close())
  const visit = async ({ token }: Maker, sort: string) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript((kept) => window.sessionStorage.setItem('access_token', kept), token)
    const page = await context.newPage()
    const address = `http://localhost:${server.port}/${place.id}/entity/${accounts.entity}?sort=${sort}`
    const first: number[] = []
    const jump: number[] = []
    for (let round = 0; round <= rounds; round++) {
      await page.goto(address, { waitUntil: 'commit' })
      const shown = await untilShown(page)
      if (round > 0) first.push(shown)
      await page.waitForTimeout(400)
      for (const part of places) {
        const took = await jumpTo(page, part)
        if (round > 0) jump.push(took)
        await page.waitForTimeout(300)
      }
    }
    await context.close()
    return { first, jump }
  }
  const lines = []
  for (const [name, who] of [['an administrator', maker] as const, ['who owns a tenth', member] as const]) {
    for (const sort of orders) {
      const { first, jump } = await visit(who, sort)
      lines.push(`| ${name} | ${sort} | ${middle(first)} | ${middle(jump)} | ${Math.max(...jump)} |`)
      console.log(lines.at(-1))
    }
  }
  return `# The page of ${rows.toLocaleString('en')} records

In Chromium without a graphics card, on ${cpus().length} cores that browser, server and PostgreSQL share (\`node bench/recordsPage.ts\`): from a reload of the page, with what the browser keeps, to the first rows; from a drag of the bar to the rows of its place. Of ${rounds} rounds of ${places.length} drags each.

| for | order | first rows ms | rows of a place ms | worst ms |
| --- | --- | --- | --- | --- |
${lines.join('\n')}
`
}

/** ms since the page was asked for until a row with a value stood there. */
async function untilShown(page: Page): Promise<number> {
  const at = await page.waitForFunction(() => {
    const cell = document.querySelector('[data-row="0"] [role=gridcell][data-edge], [data-row="0"] [data-column="1"]')
    return cell?.textContent ? performance.now() : undefined
  })
  return Math.round(Number(await at.jsonValue()))
}

/** ms from a drag of the bar until every row in sight has its values, as the frame that shows them begins. */
function jumpTo(page: Page, part: number): Promise<number> {
  return page.evaluate(async (to) => {
    const grid = document.querySelector('[role=grid]')
    if (!grid) throw new Error('No grid')
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    await frame()
    const begun = performance.now()
    grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * to
    await frame()
    for (;;) {
      const bones = grid.querySelector('[data-row] > [data-bone]')
      if (!bones && grid.querySelector('[data-row]')) return Math.round(performance.now() - begun)
      if (performance.now() - begun > 20_000) throw new Error('The rows never came')
      await frame()
    }
  }, part)
}

function middle(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN
}
