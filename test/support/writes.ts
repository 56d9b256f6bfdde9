import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '../../src/jobs/job.ts'
import { openApiOn, type TestApi } from './apis.ts'
import {
  expected,
  newEntity,
  newEnvironment,
  newMaker,
  type Answer,
  type Headers,
  type Maker,
  type Place,
} from './maker.ts'

export type Row = Record<string, unknown> & { readonly id: string }
export type Event = { readonly kind: string; readonly before: Row | null; readonly after: Row | null }

/** A maker's environment with countries, customers, invoices and lines, each with a lookup to the one before. */
export type Ledger = {
  readonly house: TestApi & { readonly connectionString: string }
  readonly maker: Maker
  readonly place: Place
  /** The service root. */
  readonly root: string
  readonly send: (method: string, path: string, body?: unknown, headers?: Headers) => Promise<Answer>
  /** A record as it was created. */
  readonly made: (set: string, body: object) => Promise<Row>
  readonly read: (path: string) => Promise<Row>
  readonly eventsOf: (id: string) => Promise<Event[]>
  /** How many records and events there are, to see that nothing was written. */
  readonly counts: () => Promise<Record<string, number>>
  readonly close: () => Promise<void>
}

export async function openLedger(name: string): Promise<Ledger> {
  const house = await openApiOn(name)
  const maker = await newMaker(house.send, 'ilze@example.org')
  const place = await newEnvironment(maker, 'acme')
  const lookup = (uri: string, related_entity: string, more = {}) => ({
    name: uri,
    uri,
    type: 'N:1',
    related_entity,
    ...more,
  })
  const countries = await newEntity(maker, place, 'countries', [{ name: 'Code', uri: 'code', type: 'text' }])
  const customers = await newEntity(maker, place, 'customers', [
    { name: 'City', uri: 'city', type: 'text' },
    lookup('country', countries.id),
  ])
  const invoices = await newEntity(maker, place, 'invoices', [
    { name: 'Total', uri: 'total', type: 'decimal' },
    { name: 'Units', uri: 'units', type: 'number', default: 7 },
    { name: 'Paid', uri: 'paid', type: 'boolean' },
    { name: 'Code', uri: 'code', type: 'text', readonly: true },
    lookup('customer', customers.id),
  ])
  await newEntity(maker, place, 'lines', [
    { name: 'Amount', uri: 'amount', type: 'decimal' },
    lookup('invoice', invoices.id, { required: true }),
  ])
  const root = `/api/odata/v1/${place.id}/`
  const send: Ledger['send'] = (method, path, body, headers) =>
    maker.send(method, path.startsWith('/') ? path : root + path, body, headers)
  return {
    house,
    maker,
    place,
    root,
    send,
    async made(set, body) {
      const answer = await send('POST', set, body)
      if (answer.status !== 201) throw new Error(answer.text)
      return answer.json()
    },
    read: async (path) => (await send('GET', path)).json<Row>(),
    eventsOf: (id) =>
      house.database.query<Event>({
        text: `select kind, before, after from "${place.schema}"._event where record_id = $1 order by seq`,
        values: [id],
      }),
    async counts() {
      const tables = ['countries', 'customers', 'invoices', 'lines', '_event', '_audit', '_trash', '_idempotency']
      const numbers = tables.map((table) => `(select count(*)::int from "${place.schema}".${table}) as ${table}`)
      const [row] = await house.database.query<Record<string, number>>({ text: `select ${numbers.join(', ')}` })
      return row ?? {}
    },
    close: () => house.close(),
  }
}

/** The code of a refusal, of its first detail where it has some. */
export function codeOf(answer: Answer): string {
  return errorOf(answer).code
}

export function targetOf(answer: Answer): string | undefined {
  return errorOf(answer).target
}

type Told = { readonly code: string; readonly target?: string }

function errorOf(answer: Answer): Told {
  const { error } = answer.json<{ error: Told & { details?: Told[] } }>()
  return error.details?.[0] ?? error
}

/** The job that an answer names, when it has ended. */
export async function endedJob({ send, place }: Ledger, answer: Promise<Answer>): Promise<Job> {
  const { job_id } = (await expected(202, answer)).json<{ job_id: string }>()
  for (;;) {
    const job = (await send('GET', `/api/job/v1/${place.id}/${job_id}`)).json<Job>()
    if (job.ended_on) return job
    await pause(20)
  }
}
