import { fileURLToPath } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { cities, invoiceCount, openSales, type Sales } from '../support/sales.ts'
import { sendTo, uniqueName } from './support/stage.ts'

/** What the page of test/e2e/ui5 can do. */
type Invoices = {
  list(asked: object): Promise<{ rows: readonly Record<string, unknown>[]; count: number }>
  count(): Promise<number>
  typeOf(path: string): Promise<object>
  row(path: string, parameters: object): Promise<object>
  create(...rows: object[]): Promise<readonly boolean[]>
  update(at: number, values: object): Promise<unknown>
  delete(at: number): Promise<unknown>
  reload(at: number): Promise<object>
}

declare global {
  var openInvoices: (settings: object, key: string) => Promise<Invoices>
  var invoices: Invoices
}

const library = fileURLToPath(new URL('../../node_modules/@openui5/sap.ui.core/src/', import.meta.url))
const pages = fileURLToPath(new URL('ui5/', import.meta.url))

let sales: Sales
// The library is some hundred files: one page serves all tests.
let page: Page
/** What it asked of the service. */
let asked: { method: string; path: string; body: string }[] = []

test.beforeAll(async ({ baseURL, browser }) => {
  sales = await openSales(sendTo(baseURL ?? ''), uniqueName('ui5'))
  page = await browser.newPage()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith(sales.root)) return
    asked.push({ method: request.method(), path: pathname.slice(sales.root.length), body: request.postData() ?? '' })
  })
  // The page and the library come from here, the service from the server under test.
  await page.route('**/ui5/**', (route) => {
    const path = new URL(route.request().url()).pathname.replace('/ui5/', '')
    return route.fulfill({ path: path.startsWith('page/') ? pages + path.slice(5) : library + path })
  })
  await page.goto(`${baseURL}/ui5/page/page.html`)
})
test.afterAll(() => page.close())
test.beforeEach(async () => {
  asked = []
  await open({})
})

const open = (settings: object) =>
  page.evaluate(
    async ([all, key]) => {
      globalThis.invoices = await openInvoices(all, key)
    },
    [{ serviceUrl: sales.root, ...settings }, sales.key] as const,
  )
const list = (wanted: object) => page.evaluate((each) => invoices.list(each), wanted)
const create = (rows: object[]) => page.evaluate((each) => invoices.create(...each), rows)
const update = (at: number, values: object) =>
  page.evaluate(([place, each]) => invoices.update(place, each), [at, values] as const)
const numbersOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ number }) => number)

test('OpenUI5 reads the description, pages, counts, filters, sorts and expands', async () => {
  expect(await page.evaluate(() => invoices.typeOf('total'))).toMatchObject({ $Type: 'Edm.Decimal', $Scale: 2 })
  expect(await page.evaluate(() => invoices.count())).toBe(invoiceCount)
  const first = await list({ from: 0, count: 10, sorters: [['number']] })
  const second = await list({ from: 10, count: 10, sorters: [['number']] })
  expect([first.count, second.count]).toEqual([invoiceCount, invoiceCount])
  expect(new Set([...numbersOf(first.rows), ...numbersOf(second.rows)]).size).toBe(20)
  const found = await list({
    from: 0,
    count: 5,
    filters: [
      ['total', 'GT', '150'],
      ['seen', 'LT', '2029-12-23T00:00:00Z'],
      ['customer/city', 'EQ', cities[0]],
    ],
    sorters: [['total', true]],
    $expand: { customer: { $select: 'city' } },
    $select: 'number,total,due',
  })
  expect(found.count).toBe(3)
  expect(found.rows).toMatchObject([
    { number: 'A-22', total: '220.25', due: '2030-01-22', customer: { city: cities[0] } },
    { number: 'A-19', total: '190.25' },
    { number: 'A-16', total: '160.25' },
  ])
  const one = await page.evaluate(
    (path) => invoices.row(path, { $expand: 'customer' }),
    `/invoice(${sales.invoices[1]})`,
  )
  expect(one).toMatchObject({ number: 'A-02', customer: { city: cities[1] } })
  expect(new Set(asked.map(({ method, path }) => `${method} ${path}`))).toEqual(
    new Set(['GET $metadata', 'HEAD ', 'POST $batch']),
  )
})

test('OpenUI5 makes rows in one change set: all of them or none', async () => {
  const customer_id = sales.customers[0]
  expect(await create([{ number: 'U-1', total: '1.50', customer_id }, { number: 'U-2' }])).toEqual([true, true])
  expect(await sales.held(`$filter=startswith(number,'U-')&$orderby=number`)).toMatchObject([
    { number: 'U-1', total: 1.5, customer_id },
    { number: 'U-2' },
  ])
  expect(asked.at(-1)?.body.match(/^POST invoice HTTP\/1\.1/gm)).toHaveLength(2)
  expect(asked.at(-1)?.body).toContain('boundary=changeset')
  expect(await create([{ number: 'U-3' }, { number: 'U-1' }])).toEqual([false, false])
  expect(await sales.held(`$filter=number eq 'U-3'`)).toEqual([])
})

test('OpenUI5 changes and deletes rows as it read them, and is told of conflicts', async () => {
  await create([{ number: 'V-1', total: '1' }, { number: 'V-2' }])
  await list({ from: 0, count: 5, filters: [['number', 'StartsWith', 'V-']], sorters: [['number']] })
  expect(await update(0, { total: '2.50', due: '2031-02-03', paid: true })).toBe('done')
  expect(asked.at(-1)?.body).toContain('If-Match:W/"1"')
  const [changed] = await sales.held(`$filter=number eq 'V-1'`)
  expect(changed).toMatchObject({ total: 2.5, due: '2031-02-03', paid: true, version: 2 })

  await test.step('somebody else was faster', async () => {
    await sales.maker.send('PATCH', `${sales.root}invoice(${changed?.id})`, { total: 3 })
    expect(await update(0, { total: '4' })).toEqual({ status: 412, code: 'record.stale' })
    expect(await sales.held(`$filter=number eq 'V-1'`)).toMatchObject([{ total: 3 }])
    expect(await page.evaluate(() => invoices.reload(0))).toMatchObject({ total: '3.00' })
    expect(await update(0, { total: '4' })).toBe('done')
    expect(await sales.held(`$filter=number eq 'V-1'`)).toMatchObject([{ total: 4 }])
  })
  await test.step('a value that is none is refused', async () => {
    expect(await update(0, { total: 'much' })).toMatchObject({ status: 422, code: 'validation.failed' })
    await page.evaluate(() => invoices.reload(0))
  })
  await test.step('rows are deleted', async () => {
    expect(await page.evaluate(() => Promise.all([invoices.delete(0), invoices.delete(1)]))).toEqual(['done', 'done'])
    expect(await sales.held(`$filter=startswith(number,'V-')`)).toEqual([])
  })
})

test('OpenUI5 reads the service as one of 4.01 too', async () => {
  await open({ odataVersion: '4.01' })
  const { rows } = await list({ from: 3, count: 2, sorters: [['number']], $expand: 'customer' })
  expect(rows).toMatchObject([{ number: 'A-04', customer: { city: cities[0] } }, { number: 'A-05' }])
})
