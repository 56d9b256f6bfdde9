import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Fault } from '#faults/fault.ts'
import { parseAddress, refuseLoneType } from '#odata/syntax/address.ts'
import { parsePrefer } from '#odata/syntax/prefer.ts'
import { parseQuery } from '#odata/syntax/query.ts'

/** The cases that OASIS publishes beside the grammar of OData 4.01, in the folder that ODATA_ABNF names. */
type Case = {
  readonly suite: string
  readonly name: string
  readonly rule: string
  readonly input: string
  readonly valid: boolean
  /** Which names mean what is known only with the model; the parser leaves it to the binder. */
  readonly needsModel?: boolean
}

const folder = process.env['ODATA_ABNF']
const file = folder === undefined ? undefined : join(folder, 'abnf-cases.json')
const cases = file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Case[]) : undefined

describe.skipIf(!cases)('the cases of the OASIS grammar', () => {
  const all = cases ?? []
  const groups = Map.groupBy(all, excluded)
  const ours = groups.get(undefined) ?? []

  test('at least 99 % of the valid are accepted and 95 % of the invalid are refused', () => {
    const failed = ours.filter((each) => isAccepted(each) !== each.valid)
    const [valid, invalid] = [ours.filter((each) => each.valid), ours.filter((each) => !each.valid)]
    const [lost, let_] = [failed.filter((each) => each.valid), failed.filter((each) => !each.valid)]
    const left = [...groups].filter(([why]) => why !== undefined).map(([why, each]) => `${why} ${each.length}`)
    console.info(
      `valid: ${valid.length - lost.length}/${valid.length} accepted, invalid: ${invalid.length - let_.length}/${invalid.length} refused; left out: ${left.join(', ')}`,
    )
    for (const each of failed)
      console.info(`${each.valid ? 'not accepted' : 'not refused'}: ${each.rule} ${each.input}`)
    expect(1 - lost.length / valid.length).toBeGreaterThanOrEqual(0.99)
    expect(1 - let_.length / invalid.length).toBeGreaterThanOrEqual(0.95)
  })

  test('10,000 mutations of them are read or refused at once, and nothing else happens', () => {
    const change = fc.record({
      at: fc.nat(),
      remove: fc.nat({ max: 5 }),
      insert: fc.oneof(
        fc.constantFrom(
          ...`' " ( ) [ ] { } , ; : % & = $ / @ # . - + %00 %C3 * not  eq  any(a: $count case( null 9e9`.split(' '),
        ),
        fc.string({ maxLength: 3, unit: 'binary' }),
      ),
    })
    let slowest = 0
    fc.assert(
      fc.property(fc.constantFrom(...ours), fc.array(change, { minLength: 1, maxLength: 4 }), (each, changes) => {
        const input = changes.reduce((text, { at, remove, insert }) => {
          const place = at % (text.length + 1)
          return text.slice(0, place) + insert + text.slice(place + remove)
        }, each.input)
        const start = performance.now()
        isAccepted({ ...each, input })
        slowest = Math.max(slowest, performance.now() - start)
      }),
      { numRuns: 10_000 },
    )
    // Machines are shared: only what truly hangs takes seconds.
    expect(slowest).toBeLessThan(5000)
  }, 120_000)
})

// Drafts after 4.01 read operators that join nothing as words, and lists in parentheses may be empty there. In 4.01 a search word
// is none of AND, OR and NOT, and a list has a member.
const newer = /^\$search=(?:AND|OR|NOT)(?: (?:AND|OR|NOT))*$| in \(\)$/

// Hierarchies and temporal data are not supported; values inside of bodies and contexts are not read from addresses.
function excluded({ suite, rule, input, needsModel }: Case): string | undefined {
  if (suite === 'temporal') return 'temporal'
  if (/Aggregation\.|ancestors\(|descendants\(|traverse\(|rolluprecursive\(|rollup\(/.test(input)) return 'hierarchy'
  if (needsModel) return 'told by the model'
  if (newer.test(input)) return 'newer than 4.01'
  if (rule === 'context' || input.includes('$metadata#')) return 'context addresses'
  if (rule === 'header' || rule === 'request-id') return 'headers without a parser of their own'
  if (rule.endsWith('Value') || rule === 'null') return 'values in bodies'
  return undefined
}

const wholes = new Set([
  'queryOptions',
  'systemQueryOption',
  'filter',
  'orderby',
  'select',
  'expand',
  'search',
  'compute',
  'skiptoken',
  'deltatoken',
  'customQueryOption',
  'orderBy',
])

function isAccepted({ rule, input }: Case): boolean {
  try {
    if (rule === 'skiptoken' && input.includes('&')) return false
    if (wholes.has(rule)) parseQuery(input)
    else if (rule === 'odataUri') parseUri(input)
    else if (rule === 'odataRelativeUri' || rule === 'resourcePath') parseRelative(input)
    else if (/Preference$|^prefer/.test(rule)) return parsePrefer(input.replace(/^Prefer:/, '')).size > 0
    else if (rule === 'searchExpr') parseQuery(`$search=${input}`)
    else if (rule === 'odataIdentifier' || rule === 'entitySetName') return isName(input)
    else if (rule === 'functionParameter') parseRelative(`F(${input})`)
    else if (rule === 'anyExpr') parseQuery(`$filter=x/${input}`)
    else if (rule === 'stringInUrl') parseQuery(`$filter=x in [${input}]`)
    else if (/Literal$|^(boolean|date|guid|enum|geo\w+)$/.test(rule)) return isLiteral(input, rule)
    else parseQuery(`$filter=${input.replaceAll('+', '%2B').replaceAll('&', '%26')}`)
    return true
  } catch (error) {
    if (error instanceof Fault && error.status < 500) return false
    throw error
  }
}

function isLiteral(input: string, rule: string): boolean {
  const { filter } = parseQuery(`$filter=${input.replaceAll('&', '%26').replaceAll('+', '%2B')}`)
  return filter?.kind === 'literal' && (rule === filter.type || (rule !== 'boolean' && rule !== 'date'))
}

function isName(input: string): boolean {
  const { filter } = parseQuery(`$filter=${input}`)
  return filter?.kind === 'path' && filter.names.length === 1
}

function parseUri(input: string): void {
  const found =
    /^https?:\/\/(?:\[[^\]]+\]|[^/:]+)(?::\d+)?\/(?:[^?]*?\.svc\/|service\/|serviceRoot\/|MyService\/)?(.*)$/.exec(
      input,
    )
  if (!found) throw new Fault({ code: 'query.syntax', parameters: { position: 0, found: '' } })
  parseRelative(found[1] ?? '')
}

function parseRelative(input: string): void {
  const [path = '', ...rest] = input.split('?')
  const raw = rest.join('?')
  const query = parseQuery(raw)
  const address = parseAddress(path)
  refuseLoneType(address)
  const [first, second] = address.segments
  // An entity named by its address needs the address, and its type before it may be asked for more.
  if (first?.text === '$entity') {
    const isUntyped = second === undefined && (query.select !== undefined || query.expand.length > 0)
    if (!query.later.includes('$id') || isUntyped)
      throw new Fault({ code: 'query.syntax', parameters: { position: 0, found: '' } })
  }
}
