import { newId } from '../src/platform/server/newId.ts'
import type { Maker } from '../test/support/maker.ts'
import { cities, industries, type Accounts } from './accounts.ts'
import type { Shot } from './load.ts'

/** One kind of request as each server takes it. */
export type Pair = { readonly name: string; readonly ours: Shot; readonly bare: Shot }

const json = { 'content-type': 'application/json' }
const shown = 'name,status,city,industry,revenue,employees,founded,email,created_on'

/** The requests that are compared. */
export function pairsOf(accounts: Accounts, maker: Maker): Pair[] {
  const { environment, ids, owner, unit } = accounts
  const own = { authorization: `Bearer ${maker.token}` }
  const root = `/api/odata/v1/${environment}/accounts`
  const list = () =>
    `${root}?$select=${shown}&$filter=city%20eq%20'City%20${below(cities)}'%20and%20status%20eq%20'active'&$orderby=created_on%20desc`
  const bareList = () => ({ method: 'GET', path: `/list?city=City%20${below(cities)}&status=active` })
  return [
    {
      name: 'list of 50 x 10, 2 filters, 1 order',
      ours: () => ({ method: 'GET', path: `${list()}&$top=50`, headers: own }),
      bare: bareList,
    },
    {
      name: 'the same as a grid asks for it: a page that more may follow',
      ours: () => ({ method: 'GET', path: list(), headers: { ...own, prefer: 'odata.maxpagesize=50' } }),
      bare: bareList,
    },
    {
      name: 'the list with its owners (N:1 expand)',
      ours: () => ({ method: 'GET', path: `${list()}&$top=50&$expand=owner($select=name)`, headers: own }),
      bare: () => ({ ...bareList(), path: bareList().path.replace('/list', '/expanded') }),
    },
    {
      name: 'read one',
      ours: () => ({ method: 'GET', path: `${root}(${anyOf(ids)})`, headers: own }),
      bare: () => ({ method: 'GET', path: `/one/${anyOf(ids)}` }),
    },
    {
      name: 'create one',
      ours: () => ({ method: 'POST', path: root, headers: { ...own, ...json }, body: JSON.stringify(draft()) }),
      bare: () => ({
        method: 'POST',
        path: '/create',
        headers: json,
        body: JSON.stringify({ id: newId(), owner, unit, ...draft() }),
      }),
    },
    {
      name: 'change one',
      ours: () => ({ method: 'PATCH', path: `${root}(${anyOf(ids)})`, headers: { ...own, ...json }, body: change() }),
      bare: () => ({ method: 'PATCH', path: `/one/${anyOf(ids)}`, headers: json, body: change() }),
    },
  ]
}

/** Ten reads by id in one $batch, beside a single one of the bare server. */
export function batchOf({ environment, ids }: Accounts, maker: Maker): Pair {
  const headers = { authorization: `Bearer ${maker.token}`, ...json }
  const part = (index: number) => ({ id: String(index), method: 'GET', url: `accounts(${anyOf(ids)})` })
  const body = () => JSON.stringify({ requests: Array.from({ length: 10 }, (_, index) => part(index)) })
  return {
    name: '$batch that reads ten, beside a bare one',
    ours: () => ({ method: 'POST', path: `/api/odata/v1/${environment}/$batch`, headers, body: body() }),
    bare: () => ({ method: 'GET', path: `/one/${anyOf(ids)}` }),
  }
}

/** The first page of the whole list and its page 10,000, both by keyset. */
export async function pagesOf(accounts: Accounts, maker: Maker): Promise<Pick<Pair, 'name' | 'ours'>[]> {
  const headers = { authorization: `Bearer ${maker.token}` }
  const first = `/api/odata/v1/${accounts.environment}/accounts?$select=${shown}&$orderby=created_on`
  const size = { prefer: 'odata.maxpagesize=50' }
  const skipping = await maker.send('GET', `${first}&$skip=${50 * 9_999}`, undefined, size)
  const { '@odata.nextLink': far } = skipping.json<{ '@odata.nextLink'?: string }>()
  const pages = [['page 1 of 50', first] as const, ...(far ? [['page 10,000 by keyset', far] as const] : [])]
  return pages.map(([name, path]) => ({
    name,
    ours: () => ({ method: 'GET', path, headers: { ...headers, ...size } }),
  }))
}

/** Searches for parts of texts: five digits somewhere in a name, and a word wherever it stands. */
export function searchesOf(accounts: Accounts, maker: Maker): Pick<Pair, 'name' | 'ours'>[] {
  const headers = { authorization: `Bearer ${maker.token}` }
  const root = `/api/odata/v1/${accounts.environment}/accounts?$select=${shown}&$orderby=created_on%20desc&$top=50`
  const digits = () => String(10_000 + below(90_000))
  return [
    {
      name: 'contains in a name, 4 connections',
      ours: () => ({ method: 'GET', path: `${root}&$filter=contains(name,'${digits()}')`, headers }),
    },
    {
      name: '$search, 4 connections',
      ours: () => ({ method: 'GET', path: `${root}&$search=${digits()}`, headers }),
    },
  ]
}

/**
 * Full-text searches: a rare word, two of which one is frequent, the beginning of one, and a phrase of a word that every row has
 * and one that some thousandth of them have; in no order and in that of a list. And the search over all tables.
 */
export function wordSearchesOf(accounts: Accounts, maker: Maker): Pick<Pair, 'name' | 'ours'>[] {
  const headers = { authorization: `Bearer ${maker.token}` }
  const root = `/api/odata/v1/${accounts.environment}/accounts?$select=${shown}&$top=50`
  const digits = () => String(10_000 + below(90_000))
  const shot =
    (search: () => string, more = '') =>
    () =>
      ({ method: 'GET', path: `${root}${more}&$search=${encodeURIComponent(search())}`, headers }) as const
  const ordered = '&$orderby=created_on%20desc'
  return [
    { name: 'full-text $search, a rare word, 4 connections', ours: shot(digits) },
    { name: 'full-text $search, two words by date, 4 connections', ours: shot(() => `account ${digits()}`, ordered) },
    { name: 'full-text $search, a frequent word by date, 4 connections', ours: shot(() => 'account', ordered) },
    { name: 'full-text $search, a beginning, 4 connections', ours: shot(() => `${digits().slice(0, 4)}*`) },
    {
      name: 'full-text $search, a phrase by date, 4 connections',
      ours: shot(() => `"city ${below(cities)}"`, ordered),
    },
    {
      name: 'full-text $search, how many rows a phrase finds, 4 connections',
      ours: shot(() => `"city ${below(cities)}"`, '&$count=true'),
    },
    {
      name: 'the search over all tables, two words, 4 connections',
      ours: () => ({ method: 'GET', path: `/api/search/v1/${accounts.environment}?q=account%20${digits()}`, headers }),
    },
  ]
}

function draft() {
  const number = below(1_000_000)
  return {
    name: `Account ${number}`,
    city: `City ${below(cities)}`,
    industry: industries[below(industries.length)],
    revenue: `${number}.25`,
    employees: String(below(5000)),
    founded: '1999-12-31',
    email: `account${number}@example.org`,
    active: true,
  }
}

function change(): string {
  return JSON.stringify({ city: `City ${below(cities)}`, employees: String(below(1_000_000)) })
}

function below(limit: number): number {
  return Math.floor(Math.random() * limit)
}

function anyOf(ids: readonly string[]): string {
  return ids[below(ids.length)] ?? ''
}
