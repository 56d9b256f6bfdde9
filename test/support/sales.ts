import {
  expected,
  newEntity,
  newEnvironment,
  newKey,
  newMaker,
  type Maker,
  type Named,
  type Place,
  type Send,
} from './maker.ts'

/** Customers and their invoices in an environment, as programs of others find them: with a key, over HTTP. */
export type Sales = {
  readonly maker: Maker
  readonly place: Place
  /** The path of the service, with a slash at its end. */
  readonly root: string
  readonly key: string
  readonly customers: readonly string[]
  readonly invoices: readonly string[]
  /** The invoices that the database holds; `query` is in OData. */
  readonly held: (query?: string) => Promise<readonly Invoice[]>
}

export type Invoice = {
  readonly id: string
  readonly version: number
  readonly number: string
  readonly total: number
  readonly due: string
  readonly seen: string
  readonly paid: boolean
  readonly customer_id: string | null
}

export const cities = ['Rīga', 'Oslo', 'Porto'] as const
export const invoiceCount = 24

/** Fills an environment of a new person with some customers and invoices. */
export async function openSales(send: Send, name: string): Promise<Sales> {
  const maker = await newMaker(send, `${name}@example.org`)
  const place = await newEnvironment(maker, name)
  const root = `/api/odata/v1/${place.id}/`
  const customer = await newEntity(maker, place, 'customer', [{ name: 'City', uri: 'city', type: 'text' }])
  await newEntity(maker, place, 'invoice', invoiceAttributes(customer))
  const create = async (set: string, row: object) =>
    (await expected(201, maker.send('POST', root + set, row))).json<{ id: string }>().id
  const customers: string[] = []
  for (const city of cities) customers.push(await create('customer', { name: `Shop of ${city}`, city }))
  const invoices: string[] = []
  for (let at = 0; at < invoiceCount; at++) invoices.push(await create('invoice', invoiceAt(at, customers)))
  const key = await newKey(maker, { name: 'Programs' })
  const held = async (query = '') => {
    const answer = await expected(200, maker.send('GET', `${root}invoice?${encodeURI(query)}`))
    return answer.json<{ value: Invoice[] }>().value
  }
  return { maker, place, root, key, customers, invoices, held }
}

function invoiceAttributes(customer: Named): object[] {
  return [
    { name: 'Number', uri: 'number', type: 'text', unique: true },
    { name: 'Total', uri: 'total', type: 'decimal', precision: 15, scale: 2 },
    { name: 'Due', uri: 'due', type: 'date' },
    { name: 'Seen', uri: 'seen', type: 'datetime' },
    { name: 'Paid', uri: 'paid', type: 'boolean' },
    { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customer.id },
  ]
}

/** Their totals are 10.25, 20.25, ...; every third one is paid; the last has no customer. */
function invoiceAt(at: number, customers: readonly string[]) {
  return {
    number: `A-${String(at + 1).padStart(2, '0')}`,
    total: `${(at + 1) * 10}.25`,
    due: `2030-01-${String(at + 1).padStart(2, '0')}`,
    seen: `2029-12-${String(at + 1).padStart(2, '0')}T08:30:00.125Z`,
    paid: at % 3 === 0,
    customer_id: at + 1 === invoiceCount ? null : customers[at % customers.length],
  }
}
