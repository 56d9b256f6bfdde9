import { XmlDocument, type XmlElement } from 'libxml2-wasm'

/** A service as `OData.Feed` of Power Query (Excel, Power BI) reads it. */
export type Feed = {
  readonly tables: readonly string[]
  /** The types of a table's columns by their names. */
  readonly columns: (table: string) => ReadonlyMap<string, string>
  /** All rows of a query, page by page; how many requests it took. */
  readonly rows: (query: string) => Promise<{ rows: readonly Row[]; requests: number }>
  readonly count: (query: string) => Promise<number>
}

export type Row = Readonly<Record<string, unknown>>

/** What it sends with each request, as traces of it show. */
const spoken = {
  accept:
    'application/json;odata.metadata=minimal;q=1.0,application/json;odata=minimalmetadata;q=0.9,application/atomsvc+xml;q=0.8,application/atom+xml;q=0.8,application/xml;q=0.7,text/plain;q=0.7',
  'odata-maxversion': '4.0',
  maxdataserviceversion: '3.0',
  'user-agent': 'Microsoft.Data.Mashup (https://go.microsoft.com/fwlink/?LinkID=304225)',
}
const namespaces = { edm: 'http://docs.oasis-open.org/odata/ns/edm' }

/** Asks without credentials, as it does before it shows its dialogue: the schemes that the service offers. */
export async function challengeOf(address: string): Promise<{ status: number; schemes: string }> {
  const answer = await fetch(address, { headers: spoken })
  return { status: answer.status, schemes: answer.headers.get('www-authenticate') ?? '' }
}

/**
 * Opens a feed with Basic authentication. Its library (ODataLib of 4.0) is stricter than the standard, and so is this: contexts
 * and links must be absolute, a context must name what the description knows, a row may have no property that is neither
 * described nor named by the context, and every value must be of its type.
 */
export async function openFeed(address: string, key: string): Promise<Feed> {
  const authorization = `Basic ${Buffer.from(`excel:${key}`).toString('base64')}`
  const get = async (url: string, accept: string) => {
    const answer = await fetch(url, { headers: { ...spoken, accept, authorization } })
    const text = await answer.text()
    if (answer.status === 204) return ''
    if (answer.status !== 200) throw new Error(`${answer.status}: ${text}`)
    if (answer.headers.get('odata-version') !== '4.0') throw new Error('The answer is not one of OData 4.0.')
    return text
  }
  const document = JSON.parse(await get(address, spoken.accept)) as ServiceDocument
  const metadata = absolute(document['@odata.context'])
  const described = describe(await get(metadata, 'application/xml'))
  const tables = document.value.filter(({ kind = 'EntitySet' }) => kind === 'EntitySet').map(({ url }) => url)
  const columns = (table: string) => described.get(table)?.properties ?? new Map<string, string>()

  return {
    tables,
    columns,
    async rows(query) {
      const rows: Row[] = []
      let requests = 0
      for (let next: string | undefined = address + query; next !== undefined; requests++) {
        const page = JSON.parse(await get(next, spoken.accept)) as Page
        const context = absolute(page['@odata.context'])
        if (!context.startsWith(`${metadata}#`)) throw new Error(`The context is elsewhere: ${context}`)
        const [, set = '', shown = ''] = /#(\w+)((?:\(.*\))?)$/.exec(context) ?? []
        if (shown.includes('()')) throw new Error(`The context url is invalid: ${context}`)
        const type = described.get(set)
        if (!type) throw new Error(`The context names no table: ${context}`)
        for (const row of page.value) rows.push(typed(row, type, shown))
        next = page['@odata.nextLink'] && absolute(page['@odata.nextLink'])
      }
      return { rows, requests }
    },
    async count(query) {
      return Number(await get(address + query, 'text/plain'))
    },
  }

  function typed(row: Row, type: Type, shown: string): Row {
    return Object.fromEntries(
      Object.entries(row)
        .filter(([name]) => !name.includes('@'))
        .map(([name, value]) => {
          const property = type.properties.get(name)
          if (property !== undefined) return [name, valueOf(value, property, name)]
          const target = type.navigations.get(name)
          const inner = target === undefined ? undefined : described.get(target)
          if (inner) return [name, value === null ? null : typed(value as Row, inner, shown)]
          const told = row[`${name}@odata.type`]
          if (typeof told === 'string') return [name, valueOf(value, told.replace('#', 'Edm.'), name)]
          if (new RegExp(`[(,]${name}[,()]`).test(shown)) return [name, value]
          throw new Error(`The property ${name} does not exist.`)
        }),
    )
  }
}

type ServiceDocument = { '@odata.context': string; value: { kind?: string; url: string }[] }
type Page = { '@odata.context': string; '@odata.nextLink'?: string; value: Row[] }
type Type = {
  readonly properties: ReadonlyMap<string, string>
  /** Lookups -> the table that they lead to. */
  readonly navigations: ReadonlyMap<string, string>
}

function absolute(url: string): string {
  if (!/^https?:/.test(url)) throw new Error(`The URL should be absolute: ${url}`)
  return url
}

/** The types of the tables of a description. */
function describe(xml: string): ReadonlyMap<string, Type> {
  const document = XmlDocument.fromString(xml)
  const all = (path: string) => document.find(path, namespaces) as XmlElement[]
  const text = (element: XmlElement, name: string) => element.attr(name)?.value ?? ''
  const tables = all('//edm:EntitySet').map((set): [string, Type] => {
    const name = text(set, 'Name')
    const type = text(set, 'EntityType').split('.').at(-1) ?? ''
    const members = (kind: string) => all(`//edm:EntityType[@Name="${type}"]/edm:${kind}`)
    const bindings = all(`//edm:EntitySet[@Name="${name}"]/edm:NavigationPropertyBinding`)
    return [
      name,
      {
        properties: new Map(members('Property').map((each) => [text(each, 'Name'), text(each, 'Type')])),
        navigations: new Map(bindings.map((each) => [text(each, 'Path'), text(each, 'Target')])),
      },
    ]
  })
  document.dispose()
  return new Map(tables)
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  'Edm.String': (value) => typeof value === 'string',
  'Edm.Boolean': (value) => typeof value === 'boolean',
  'Edm.Int64': (value) => Number.isSafeInteger(value),
  'Edm.Decimal': (value) => typeof value === 'number',
  'Edm.Date': (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)),
  'Edm.DateTimeOffset': (value) => moment.test(String(value)),
  'Edm.Guid': (value) => /^[0-9a-f-]{36}$/.test(String(value)),
}

function valueOf(value: unknown, type: string, name: string): unknown {
  if (value === null) return null
  if (checks[type]?.(value) !== true) throw new Error(`${name} is no ${type}: ${JSON.stringify(value)}`)
  return type === 'Edm.DateTimeOffset' ? new Date(String(value)) : value
}
