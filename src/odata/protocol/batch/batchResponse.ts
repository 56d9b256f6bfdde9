import { fault } from '#faults/fault.ts'
import { bindFilter } from '#odata/bind/filter.ts'
import { refuseUnknownName } from '#odata/bind/refusals.ts'
import { querySetScope } from '#odata/bind/scope.ts'
import { evaluate } from '#odata/evaluate.ts'
import { isGeo } from '#odata/geo.ts'
import type { EntitySet, ODataModel, Property } from '#odata/model.ts'
import type { BatchPart } from '#odata/protocol/batch/item.ts'
import { valueOfJson } from '#odata/protocol/body.ts'
import { resourceAt } from '#odata/protocol/resource.ts'
import { parseQuery } from '#odata/syntax/query.ts'
import { endOf } from '#odata/resourcePath.ts'

/**
 * Values of an answer that later requests may refer to: the address of the created or touched row, its ETag and its
 * body.
 */
export type BatchResponse = {
  readonly path: string
  readonly etag: string | undefined
  readonly body: string | undefined
}

/** Outcomes of earlier requests and groups: failures, and the referable values of requests. */
type Outcomes = { readonly known: ReadonlyMap<string, BatchResponse>; readonly failed: ReadonlySet<string> }

// Text literals are left unchanged; other tokens with a dollar sign may refer to a request.
const tokens = /'(?:[^']|'')*'|\$([\w.~-]+)((?:\/[$\w]+)*)/g

/** The ids of requests and groups in an expression. */
export function namedIn(text: string): readonly string[] {
  return [...text.matchAll(tokens)].flatMap(([, id]) => (id === undefined ? [] : [id]))
}

/** Whether a request may depend on values of earlier answers. */
export function isBound({ url, dependsOn, condition }: BatchPart): boolean {
  return condition !== undefined || (dependsOn.length > 0 && url.includes('?'))
}

/**
 * Whether the condition of a request holds (JSON format 19.1): `$1/$succeeded`, `$1/total gt 5`. Fault:
 * `request.malformed`.
 */
export function isMet(condition: string, part: BatchPart, model: ODataModel, outcomes: Outcomes): boolean {
  const text = withValues(condition, part, model, outcomes)
  try {
    const { filter, literals } = parseQuery(`$filter=${encodeURIComponent(text)}`)
    const context = { scope: querySetScope(model, nothing), literals, option: 'if', place: { base: 0 } }
    return filter !== undefined && evaluate(bindFilter(context, filter), literals, () => null)
  } catch {
    throw fault('request.malformed', {}, `${part.id}.if`)
  }
}

const nothing: EntitySet = { name: '', key: '', properties: new Map(), navigations: new Map() }

/** The URL of a request with values from earlier answers filled in: `$filter=city eq $1/city`. */
export function filledUrl({ url, ...part }: BatchPart, model: ODataModel, outcomes: Outcomes): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const options = url.slice(at + 1).split('&')
  const filled = options.map((option) => {
    const equals = option.indexOf('=')
    const text = decoded(option.slice(equals + 1))
    const value = withValues(text, { url, ...part }, model, outcomes)
    return value === text ? option : `${option.slice(0, equals + 1)}${encodeURIComponent(value)}`
  })
  return `${url.slice(0, at)}?${filled.join('&')}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw fault('request.malformed')
  }
}

function withValues(text: string, { dependsOn }: BatchPart, model: ODataModel, outcomes: Outcomes): string {
  return text.replace(tokens, (whole: string, id: string | undefined, path: string | undefined) => {
    if (id === undefined || !dependsOn.includes(id)) return whole
    if (path === '/$succeeded') return String(!outcomes.failed.has(id))
    return valueIn(model, outcomes.known.get(id), (path ?? '').split('/').slice(1))
  })
}

// A value of an earlier answer as a literal; null for missing values.
function valueIn(model: ODataModel, told: BatchResponse | undefined, names: readonly string[]): string {
  if (names.length === 0) throw fault('server.unsupported', { feature: '$<id>' })
  if (told?.body === undefined) return 'null'
  let value = valueOfJson(told.body)
  let set = setAt(model, told.path)
  let path = ''
  for (const name of names) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
    const way = set?.navigations.get(name)
    set = way ? model.entitySets.get(way.target) : set
    path = way ? '' : path === '' ? name : `${path}/${name}`
  }
  const property = set?.properties.get(path)
  if (set && !property)
    throw refuseUnknownName({ text: names.join('/'), at: 0 }, set.properties.keys(), names.join('/'))
  return literalOf(value, property)
}

// For answers that are no rows, only the JSON reveals the types.
function setAt(model: ODataModel, path: string): EntitySet | undefined {
  const resource = resourceAt(path.split('?')[0] ?? '', '', model)
  return resource.kind === 'row' ? endOf(resource.resourcePath).set : undefined
}

function literalOf(value: unknown, property: Property | undefined): string {
  if (value === undefined || value === null) return 'null'
  if (typeof value === 'object' || (property && isGeo(property.type))) {
    throw fault('server.unsupported', { feature: `$<id>/${property?.name ?? ''}` })
  }
  const text = String(value)
  const type = property?.enumeration
    ? 'Edm.String'
    : (property?.type ?? (typeof value === 'string' ? 'Edm.String' : ''))
  switch (type) {
    case 'Edm.String':
      return `'${text.replaceAll("'", "''")}'`
    case 'Edm.Duration':
      return `duration'${text}'`
    case 'Edm.Binary':
      return `binary'${text}'`
    default:
      return text
  }
}
