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

/** A write in progress: the entity with its set and table, the author, and the slot values collected so far. */
export type Write = {
  readonly context: RecordsContext
  readonly model: Model
  readonly entity: EntityDefinition
  readonly set: EntitySet
  /** The set as readable by the writer: the columns of the answer. */
  readonly shown: EntitySet
  /** Key that distinguishes writers with different visible definitions. */
  readonly view: string
  readonly table: TableOfSet
  readonly schema: string
  readonly stamp: Stamp
  readonly inputs: Inputs
}

/** Result row of every write statement. */
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

/** Prepares a write to an entity. Fault `query.unknownName` where the entity has no set or table. */
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

/** Valid values in stored form, and the rules that the stored row must fulfil beside them. */
export type CheckedValues = { readonly values: RecordValues; readonly rules: readonly RowRule[] }

/**
 * Validates a body and returns its values in stored form; `filled` is the body completed by defaults. All problems are
 * reported at their fields.
 */
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

/** A body without OData control information. */
function withoutControls(body: object): Readonly<Record<string, unknown>> {
  const said = body as Readonly<Record<string, unknown>>
  for (const name in said) {
    if (name.startsWith('@')) return Object.fromEntries(Object.entries(said).filter(([each]) => !each.startsWith('@')))
  }
  return said
}

/** Stores the values in the slots of their columns. Returns the columns in sorted order. */
export function giveValues({ entity, inputs }: Write, values: RecordValues): readonly string[] {
  const converters = convertersOf(entity)
  const columns = Object.keys(values).toSorted()
  for (const column of columns) {
    const value = values[column] ?? null
    inputs[valueSlot(column)] = converters.size === 0 ? value : (converters.get(column)?.(value) ?? value)
  }
  return columns
}

/** Converters from wire to stored values, for the few fields where the two differ. */
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

/** A property that is written but belongs to no model, so that nobody can read it. */
const unread = { name: '', type: 'Edm.String', nullable: true, filterable: false, sortable: false } as const

/** Name of the slot that holds a column's value. */
export function valueSlot(column: string): string {
  return `value.${column}`
}

/** Each lookup must point to an existing record that the writer may read (product ruling 2.3). */
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

/** Condition: the key chosen by the client belongs to no deleted record, which could be restored from the trash. */
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

/** Condition on alias `t` for the records on which the member may perform the action; null means all records. */
export function permission({ context, model, entity, inputs }: Write, action: Action): SqlFragment | null {
  const condition = rowPredicate(context, model, action, entity)
  return condition && lifted(condition, `may ${action}`, inputs)
}

const plansOf = memoize((_model: Model) => createPlans())

/**
 * The statement of a write. Its text is compiled once per snapshot and `key`; `key` must contain everything else that
 * the text depends on. The values come from the slots of the write. Concurrent writes with the same text may be
 * combined where `row` names the slot of the row's key.
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

/** A check of a write with its problem code. The default code reports a link to a missing record. */
export type WriteCheck = Check & { readonly code?: 'validation.file' | 'request.forbidden' }

/** Runs the one statement of a write. Returns `stale` when nothing was written because the definitions have changed. */
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

/** Refuses a write that changed nothing because some of its checks failed. */
export function refuseFailed(write: Write, outcome: WriteOutcome, checks: readonly WriteCheck[]): void {
  const failed = checks.filter((_check, index) => outcome[`check${index}`] === false)
  if (failed.some(({ code }) => code === 'request.forbidden')) throw fault('request.forbidden')
  if (failed.some(({ property }) => property === write.set.key)) throw fault('record.trashed')
  const problems = failed.map((check): Problem => ({ code: check.code ?? 'validation.lookup', target: check.property }))
  refuseRedacted(write.context, write.entity, write.model, problems)
}

/** The principals that each type of field may point to. Product ruling 2.3: an owner is a member or an owner team. */
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

/** Reports a taken unique value, or a lookup whose target was just deleted, at its field. Other errors are rethrown. */
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
