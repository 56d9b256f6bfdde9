import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryLimits } from '../../src/odata/syntax/limits.ts'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { newEntity, newEnvironment, newMaker, type Answer, type Maker } from '../support/maker.ts'

const page = readFileSync(new URL('../../docs/api/odata.md', import.meta.url), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

let api: TestApi
let ilze: Maker
let root: string
let made = 0

beforeAll(async () => {
  api = await openApiOn('odata_docs')
  ilze = await newMaker(api.send, 'ilze@example.com')
  const shop = await newEnvironment(ilze, 'shop')
  root = `/api/odata/v1/${shop.id}/`
  const customer = await newEntity(ilze, shop, 'customer', [{ name: 'City', uri: 'city', type: 'text' }])
  const lookup = { type: 'N:1', related_entity: customer.id }
  await newEntity(ilze, shop, 'invoice', [
    { name: 'Number', uri: 'number', type: 'text', unique: true },
    { name: 'Total', uri: 'total', type: 'decimal' },
    { name: 'Due', uri: 'due', type: 'date' },
    { name: 'Paid', uri: 'paid', type: 'boolean' },
    {
      name: 'State',
      uri: 'state',
      type: 'select',
      options: ['open', 'paid'].map((value) => ({ value, label: value })),
    },
    { name: 'Customer', uri: 'customer', ...lookup },
    { name: 'Payer', uri: 'payer', ...lookup },
  ])
  await create('invoice', { number: 'A-1', total: '12.50', due: '2030-05-01', paid: false, state: 'open' })
})

afterAll(() => api?.close())

async function create(set: string, body: object): Promise<string> {
  const answer = await ilze.send('POST', root + set, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.json<{ id: string }>().id
}

/** Sends an example as the page writes it: `METHOD address body · Header: value`, where a body that is no JSON comes last. */
async function run(example: string): Promise<Answer> {
  const customer = await create('customer', { city: 'Rīga' })
  const invoice = await create('invoice', { number: `X-${++made}`, total: 5, customer_id: customer })
  const filled = example.replaceAll('{customer}', customer).replaceAll('{invoice}', invoice)
  const [request = '', ...parts] = filled.split(' · ')
  const [, method = '', rest = ''] = /^([A-Z]+) ?(.*)$/.exec(request) ?? []
  const [address = '', json] = rest.split(/ (?=\{)/)
  const isHeader = (part: string) => /^[\w-]+: /.test(part)
  const headers = parts.filter(isHeader).map((part) => part.split(/: (.*)/).slice(0, 2) as [string, string])
  const body = json ?? parts.find((part) => !isHeader(part))
  return ilze.send(method, root + encodeURI(address), body, Object.fromEntries(headers))
}

describe('the page on the API', () => {
  const examples = rows.filter((cells) => /^\d{3}$/.test(cells[2] ?? ''))

  test('shows examples of everything', () => {
    expect(examples.length).toBeGreaterThan(60)
  })

  test.each(examples)('%s: %s answers %s', async (_what, example = '', status = '') => {
    const answer = await run(example.slice(1, -1))
    expect(`${answer.status}`, answer.text.slice(0, 500)).toBe(status)
  })

  test('names the queryLimits as they are', () => {
    const said = rows
      .filter((cells) => /^`\w+`$/.test(cells[2] ?? ''))
      .map(([, number, key]) => [key?.slice(1, -1), Number(number)])
    expect(said.length).toBeGreaterThan(10)
    expect(queryLimits).toMatchObject(Object.fromEntries(said))
  })
})
