import { listMetadata } from '#attributes/listMetadata.ts'
import { columnOf, isLink, type Field } from '#attributes/attribute.ts'
import { prepareValues } from '#attributes/server/attributes.ts'
import type { RowRule } from '#attributes/rowRule.ts'
import { fieldReaders, validateRecord, type RecordMode, type RecordValues } from '#attributes/record.ts'
import { fault, type Problem } from '#faults/fault.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { principalTarget } from '#entities/system.ts'
import { joinFragments, raw } from '#odata/fragments.ts'
import type { EntitySet, TableOfSet } from '#odata/model.ts'
import { sql, type SqlFragment } from '#odata/sql.ts'
import type { Check, Stamp } from '#odata/write/writeStatements.ts'
import {
  createPlans,
  filled,
  keyOf,
  lifted,
  planSlots,
  severalOf,
  slot,
  type Inputs,
  type PlanSlot,
} from '#odata/write/plan.ts'
import { assign, type Amount, type Assignment } from '#odata/write/row.ts'
import { memoize } from '#platform/memoize.ts'
import { qualified, type Statement } from '#platform/sql.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import type { Service } from '#records/odataModel.ts'
import { numberProblems } from '#records/server/numbering.ts'
import { inputsOf } from '#records/server/auditStatements.ts'
import { isFresh, stale, versionsQuery, type RecordsContext, type Stale } from '#records/server/freshModel.ts'
import type { Action } from '#environments/memberRights.ts'
import { rowPredicate } from '#records/server/currentSnapshot.ts'
import { refuseHidden, refuseRedacted } from '#records/server/redactProblems.ts'
import { visibleService } from '#records/visibleService.ts'
import { hiddenFrom } from '#security/visible.ts'

/** A write on its way: the entity with its set and table, who writes, and the values of its slots as they come together. */
export type Write = {
  readonly context: RecordsContext
  readonly model: Model
  readonly entity: EntityDefinition
  readonly set: EntitySet
  /** The set as the writer may read it: what the answer shows. */
  readonly shown: EntitySet
  /** Tells writers apart who see different things. */
  readonly view: string
  readonly table: TableOfSet
  readonly schema: string
  readonly stamp: Stamp
  readonly inputs: Inputs
}

/** The row that every statement of a write answers with. */
export type WriteOutcome = {
  model_version: string
  access_version: string
  value: string | null
  found?: string | null
  permitted?: boolean | null
  changeable?: boolean | null
  changed?: boolean
  [check: `check${number}`]: boolean | null
  [holds: `holds${number}`]: boolean | null
}

/** Prepares a write to an entity; refuses those that makers closed (product ruling 2.4). */
export function writeTo(context: RecordsContext, model: Model, service: Service, entity: EntityDefinition): Write {
  const set = service.model.entitySets.get(entity.uri)
  const table = service.tables.get(entity.uri)
  if (!set || !table) throw fault('query.unknownName', { name: entity.uri, hint: 'none' }, entity.uri)
  const { environment, caller, cause, requestId, newId, member } = context
  return {
    context,
    model,
    entity,
    set,
    shown: visibleService(member, model, service).service.model.entitySets.get(entity.uri) ?? set,
    view: hiddenFrom(member, model)?.key ?? '',
    table,
    schema: environment.schema,
    stamp: { versions: versionsQuery(environment), model: slot('model'), access: slot('access') },
    inputs: {
      ...inputsOf(entity, { at: context.now(), byId: caller.userId, cause, requestId, newId }),
      model: String(model.version),
      access: String(model.accessVersion),
    },
  }
}

/** Values that hold, as the record keeps them, and what it must be like beside them. */
export type CheckedValues = { readonly values: RecordValues; readonly rules: readonly RowRule[] }

/** The checked values of a body, where `filled` is what defaults have made of it; every problem at its field. */
export async function writtenValues(
  { now, member }: Pick<RecordsContext, 'now' | 'member'>,
  entity: EntityDefinition,
  model: Model,
  body: unknown,
  { mode, filled = body }: { readonly mode: RecordMode; readonly filled?: unknown },
): Promise<CheckedValues> {
  if (!isBody(body) || !isBody(filled)) throw fault('request.malformed')
  const given = withoutControls(filled)
  refuseHidden({ member }, entity, model, body, { mode, filled: given })
  const check = validateRecord(entity, given, mode, { now: now().toISOString() })
  if ('problems' in check) {
    refuseRedacted({ member }, entity, model, check.problems)
    return { values: {}, rules: [] }
  }
  refuseRedacted({ member }, entity, model, numberProblems(entity, check.values))
  const prepared = prepareValues(entity, check.values)
  return { values: prepared instanceof Promise ? await prepared : prepared, rules: check.rules ?? [] }
}

function isBody(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
}

/** A body without its control information. */
function withoutControls(body: object): Readonly<Record<string, unknown>> {
  const said = body as Readonly<Record<string, unknown>>
  for (const name in said) {
    if (name.startsWith('@')) return Object.fromEntries(Object.entries(said).filter(([each]) => !each.startsWith('@')))
  }
  return said
}

/** Puts the values into the write, each in the slot of its column. Answers their columns, always in the same order. */
export function giveValues({ entity, inputs }: Write, values: RecordValues): readonly string[] {
  const converters = convertersOf(entity)
  const columns = Object.keys(values).toSorted()
  for (const column of columns) {
    const value = values[column] ?? null
    inputs[valueSlot(column)] = converters.size === 0 ? value : (converters.get(column)?.(value) ?? value)
  }
  return columns
}

/** What makes values into those of their columns, for the few fields where they differ. */
const convertersOf = memoize(
  (entity: EntityDefinition) =>
    new Map([...fieldReaders(entity)].flatMap(([column, { stored }]) => (stored ? [[column, stored] as const] : []))),
)

export function assignments({ entity, set }: Write, columns: readonly string[]): Assignment[] {
  return columns.flatMap((column): Assignment[] => {
    const property = set.properties.get(column)
    if (property) return [assign(property, slot(valueSlot(column)))]
    const field = fieldReaders(entity).get(column)?.field
    if (!field || listMetadata[field.type].holds !== 'secret') return []
    return [{ ...assign({ ...unread, name: column }, slot(valueSlot(column))), always: true }]
  })
}

/** A property that is written, but in no model, so that nobody reads it. */
const unread = { name: '', type: 'Edm.String', nullable: true, filterable: false, sortable: false } as const

/** The slot of a column's value. */
export function valueSlot(column: string): string {
  return `value.${column}`
}

/** Each lookup that is set must point to a record that exists and that its setter may read (product ruling 2.3). */
export function lookupChecks(write: Write, values: RecordValues): Check[] {
  return linksOf(write.entity)
    .filter(({ column }) => typeof values[column] === 'string')
    .map(({ field, column }) => ({ property: column, condition: targetExists(write, field, column) }))
}

/** The columns of lookups. */
export function linkColumns(entity: EntityDefinition): readonly string[] {
  return linksOf(entity).map(({ column }) => column)
}

const linksOf = memoize(({ fields }: EntityDefinition) =>
  fields.filter(isLink).map((field) => ({ field, column: columnOf(field) })),
)

/** The key that the asker gave is none of a deleted record, which may come back from the trash. */
export function unusedKey({ set, schema }: Write): Check {
  const table = qualified(schema, '_trash')
  const condition = joinFragments([
    raw(`not exists (select 1 from ${table} d where d.id = `),
    sql`${slot(valueSlot(set.key))}::uuid`,
    raw(' and d.entity_id = '),
    sql`${slot('entityId')}::uuid)`,
  ])
  return { property: set.key, condition }
}

/** What the actor may do with the records of the entity, as a condition on the alias `t`; null: all of them. */
export function permission({ context, model, entity, inputs }: Write, action: Action): SqlFragment | null {
  const condition = rowPredicate(context, model, action, entity)
  return condition && lifted(condition, `may ${action}`, inputs)
}

const plansOf = memoize((_model: Model) => createPlans())

/**
 * The statement of a write. Its text is made once for each snapshot of the model and `key`, which must tell apart all that
 * the text depends on beside them; the values come from the write's slots. Writes of one text that come at the same time
 * may be made together where `row` tells the slot of the row that each is about.
 */
export function writeStatement(
  write: Write,
  key: readonly (string | boolean | SqlFragment | null)[],
  row: PlanSlot | null,
  compile: (amount: Amount) => SqlFragment,
): Statement {
  const known = plansOf(write.model)
  const parts = key.map((part) => (typeof part === 'object' ? keyOf(part) : String(part)))
  const plan = known.get([write.entity.uri, write.view, ...parts].join('\u0001'), () => {
    const one = planSlots(compile('one'))
    return row === null ? one : { ...one, several: severalOf(compile('several'), one, row) }
  })
  return filled(plan, write.inputs)
}

/** A check of a write, with what to say at its field when it fails; that a link leads nowhere where nothing else is named. */
export type WriteCheck = Check & { readonly code?: 'validation.file' | 'request.forbidden' }

/** Runs the one statement of a write. Answers `stale` when nothing was written because the definitions have changed. */
export async function run(
  write: Write,
  statement: Statement,
  checks: readonly WriteCheck[],
): Promise<WriteOutcome | Stale> {
  const [outcome] = await write.context.database
    .query<WriteOutcome>(statement)
    .catch((error: unknown) => refuseViolation(write, error))
  if (!outcome) throw fault('server.internal')
  if (!isFresh(write.model, outcome)) return stale
  refuseFailed(write, outcome, checks)
  return outcome
}

/** Refuses a write of which nothing came because some of its checks did not hold. */
export function refuseFailed(write: Write, outcome: WriteOutcome, checks: readonly WriteCheck[]): void {
  const failed = checks.filter((_check, index) => outcome[`check${index}`] === false)
  if (failed.some(({ code }) => code === 'request.forbidden')) throw fault('request.forbidden')
  if (failed.some(({ property }) => property === write.set.key)) throw fault('record.trashed')
  const problems = failed.map((check): Problem => ({ code: check.code ?? 'validation.lookup', target: check.property }))
  refuseRedacted(write.context, write.entity, write.model, problems)
}

/** The principals that a field may point to. Product ruling 2.3: an owner is a member or an owner team. */
const kinds: Readonly<Record<string, (schema: string) => string>> = {
  user: () => `t.kind = 'member'`,
  team: () => `t.kind = 'team'`,
  'N:1': (schema) =>
    `(t.kind = 'member' or exists (select from ${qualified(schema, '_team')} o where o.id = t.id and o.kind = 'owner'))`,
}

function targetExists(write: Write, { type, related_entity }: Field, column: string): SqlFragment {
  const isPrincipal = type !== 'N:1' || related_entity === principalTarget
  const target = isPrincipal ? undefined : write.model.entities.get(related_entity ?? '')
  if (!isPrincipal && !target) return raw('false')
  const further = target
    ? (rowPredicate(write.context, write.model, 'read', target) ?? raw('true'))
    : raw(kinds[type]?.(write.schema) ?? 'false')
  const exists = raw(`exists (select 1 from ${qualified(write.schema, target?.uri ?? principalTarget)} t where t.id = `)
  const given = sql`${slot(valueSlot(column))}::uuid and `
  return joinFragments([exists, given, lifted(further, `may link ${column}`, write.inputs), raw(')')])
}

/** A unique value taken, or a lookup whose target has just gone, at its field. Everything else goes on as it is. */
function refuseViolation({ entity, context, model }: Write, error: unknown): never {
  const violation = violationOf(error)
  const attribute = entity.attributes.find((each) => violation?.constraint?.includes(each.id.replaceAll('-', '')))
  if (violation?.kind === 'unique' && attribute) {
    const message = attribute.title ?? undefined
    refuseRedacted(context, entity, model, [{ code: 'validation.taken', target: columnOf(attribute), message }])
  }
  if (violation?.kind === 'unique' && violation.constraint === `${entity.uri}_pkey`) throw fault('record.keyTaken')
  if (violation?.kind === 'foreignKey' && attribute)
    refuseRedacted(context, entity, model, [{ code: 'validation.lookup', target: columnOf(attribute) }])
  if (violation?.kind === 'value') throw fault('validation.type')
  throw error
}
