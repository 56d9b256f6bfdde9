import { columnOf } from '#attributes/attribute.ts'
import { uuidPattern } from '#attributes/uuid.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { EvaluationValues } from '#expressions/evaluate.ts'
import type { Expression } from '#expressions/expression.ts'
import { createEngine, type Engine, type RowAnswer } from '#odata/engine.ts'
import { memoize } from '#platform/memoize.ts'
import { pathsOver, readValue } from '#records/expressionPlan.ts'
import type { ListRow } from '#odata/page.ts'
import type { Service } from '#records/odataModel.ts'
import { guardsOf } from '#records/server/engines.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** Reader of record values: member, clock, and the database of a request or the transaction of a job. */
export type ValueAsker = Pick<RecordsContext, 'now' | 'timeZone'> & {
  readonly database: Executor
  readonly member: Pick<RecordsContext['member'], 'id' | 'unitId' | 'administrator' | 'heldRights'>
}
export type ValueContext = { readonly context: ValueAsker; readonly model: Model; readonly service: Service }
export type DatabaseRow = Readonly<Record<string, unknown>>

const wire = { numbersAsText: true } as const

/** An engine for internal reads, whose answers carry no signed page tokens. */
export const innerEngine = memoize((service: Service): Engine => createEngine({ ...service, sign: () => '' }))

/** The values of a record that the member may read; empty for a missing record. */
export async function readRow(
  { context, model, service }: ValueContext,
  set: string,
  id: string,
  query = '',
): Promise<DatabaseRow> {
  const statement = innerEngine(service).one(set, id, query, { guards: guardsOf(context, { model, service }), wire })
  const [answer] = await context.database.query<RowAnswer>(statement)
  return typeof answer?.value === 'string' ? (JSON.parse(answer.value) as DatabaseRow) : {}
}

/** The values of many records that the member may read, by id. Missing records are omitted. */
export async function readValueRows(
  { context, model, service }: ValueContext,
  set: string,
  ids: readonly string[],
  query = '',
): Promise<ReadonlyMap<string, DatabaseRow>> {
  const found = new Map<string, DatabaseRow>()
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce)
    const asked = [...(query === '' ? [] : [query]), `$filter=id in (${some.join(',')})`, `$top=${atOnce}`].join('&')
    const { statement } = innerEngine(service).list(set, asked, { guards: guardsOf(context, { model, service }), wire })
    const [answer] = await context.database.query<ListRow>(statement)
    for (const row of JSON.parse(answer?.value ?? '[]') as DatabaseRow[]) found.set(String(row['id']), row)
  }
  return found
}

const atOnce = 1000

/** The values behind the lookups of a record that an expression reads, with the member's rights. */
export async function linkedValues(
  place: ValueContext & { readonly entity: EntityDefinition },
  expression: Expression,
  row: DatabaseRow,
): Promise<EvaluationValues> {
  const values: Record<string, unknown> = {}
  for (const [root, found] of Map.groupBy(pathsOver(expression), ([root]) => root)) {
    const lookup = place.entity.fields.find(({ uri }) => uri === root)
    const target = lookup && valueTarget(place.model, lookup.related_entity)
    const id = lookup && row[columnOf(lookup)]
    // An invalid id is refused at its field.
    if (!target || typeof id !== 'string' || !uuidPattern.test(id)) continue
    const paths = found.map(([, names]) => names)
    const linked = await readRow(place, target.uri, id, valuesQuery(place.model, target, paths))
    for (const names of paths) values[[root, ...names].join('.')] = pathValue(place.model, target, names, linked)
  }
  return values
}

/** The query that selects the values at the ends of paths. */
export function valuesQuery(
  model: Model,
  entity: EntityDefinition,
  paths: readonly (readonly string[])[],
  separator = '&',
): string {
  const own = paths.filter(({ length }) => length === 1).flatMap(([name]) => fieldColumn(entity, name))
  const further = Map.groupBy(
    paths.filter(({ length }) => length > 1),
    ([name]) => name ?? '',
  )
  const expands = [...further].flatMap(([name, behind]) => {
    const field = entity.fields.find(({ uri }) => uri === name)
    const target = field && valueTarget(model, field.related_entity)
    if (!target) return []
    const rest = behind.map(([, ...names]) => names)
    return [`${name}(${valuesQuery(model, target, rest, ';')})`]
  })
  const select = `$select=${['id', ...own].join(',')}`
  return expands.length === 0 ? select : `${select}${separator}$expand=${expands.join(',')}`
}

/** The value at the end of a path, in a record that was read with `valuesQuery`. */
export function pathValue(
  model: Model,
  entity: EntityDefinition,
  [name, ...rest]: readonly string[],
  row: DatabaseRow,
): unknown {
  const field = entity.fields.find(({ uri }) => uri === name)
  if (!field) return null
  if (rest.length === 0) return readValue(field, row[columnOf(field)])
  const next = row[field.uri]
  const target = valueTarget(model, field.related_entity)
  return target && isRow(next) ? pathValue(model, target, rest, next) : null
}

function isRow(value: unknown): value is DatabaseRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldColumn({ fields }: EntityDefinition, name: string | undefined): string[] {
  const field = fields.find(({ uri }) => uri === name)
  return field ? [columnOf(field)] : []
}

/** The entity that a lookup points to; undefined for lookups to people. */
export function valueTarget(model: Model, id: string | null): EntityDefinition | undefined {
  return id === null ? undefined : model.entities.get(id)
}
