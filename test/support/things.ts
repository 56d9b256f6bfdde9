import { openLintel, type Choice, type WholeLintel } from './lintel.ts'
import { newEntity, newEnvironment, newMaker, type Headers, type Maker, type Named, type Place } from './maker.ts'

/** The whole product with one maker, one environment, one entity `things` and one record in it. */
export type Things = {
  readonly lintel: WholeLintel
  readonly maker: Maker
  readonly home: Place
  readonly entity: Named
  readonly record: string
  /** The address of the records, with what follows. */
  readonly records: (rest?: string) => string
}
export type Request = readonly [method: string, url: string, body?: unknown, headers?: Headers]

export async function openThings(name: string, choice?: Choice): Promise<Things> {
  const lintel = await openLintel(name, choice)
  const maker = await newMaker(lintel.send, 'anna@example.org')
  const home = await newEnvironment(maker, 'home')
  const entity = await newEntity(maker, home, 'things', [
    { name: 'Title', uri: 'title', type: 'text' },
    { name: 'Amount', uri: 'amount', type: 'number' },
    { name: 'Total', uri: 'total', type: 'decimal' },
    { name: 'Flag', uri: 'flag', type: 'boolean' },
    { name: 'Day', uri: 'day', type: 'date' },
    { name: 'Moment', uri: 'moment', type: 'datetime' },
  ])
  const records = (rest = '') => `/api/odata/v1/${home.id}/things${rest}`
  const made = await maker.send('POST', records(), { title: 'one' })
  return { lintel, maker, home, entity, record: made.json<{ id: string }>().id, records }
}

const sqlTalk = /syntax error at or near|relation "|column "|violates |duplicate key|invalid input syntax|ERROR:/

/** Which requests are answered with an error of ours, a refusal that is no error body, or words of the database. */
export async function failuresOf({ maker }: Things, requests: Iterable<Request>): Promise<string[]> {
  const failed: string[] = []
  for (const [method, url, body, headers] of requests) {
    const { status, text } = await maker.send(method, url, body, headers)
    const isOurs = status >= 500 && status !== 501
    const isBare = status >= 400 && method !== 'HEAD' && !text.startsWith('{"error":{"code":"')
    if (isOurs || isBare || (status >= 400 && sqlTalk.test(text)))
      failed.push(
        `${method} ${url.slice(0, 150)} ${JSON.stringify(body)?.slice(0, 100)}: ${status} ${text.slice(0, 150)}`,
      )
  }
  return failed
}
