import { columnOf } from '#attributes/attribute.ts'
import {
  auditPageSize,
  type AuditDetails,
  type AuditEntry,
  type AuditPage,
  type AuditPerson,
  type AuditQuery,
  type Facts,
} from '#audit/audit.ts'
import type { Sentence } from '#changes/operation.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { Member } from '#environments/environment.ts'
import { memberAt, type MemberContext, type NamesOf } from '#environments/server/environments.ts'
import { fault } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { RecordSnapshot } from '#records/history/recordSnapshot.ts'
import { changesBetween, type FieldChange } from '#records/history/recordHistory.ts'
import { closedFields } from '#security/fields.ts'
import { reachOf } from '#security/reach.ts'

/** What the log needs from the rooms that know records. */
export type AuditContext = MemberContext & {
  readonly model: () => Promise<Model>
  readonly namesOf: NamesOf
  /** Whether the member may read a record that is there, or in the trash. */
  readonly isReadable: (model: Model, entity: EntityDefinition, recordId: string) => Promise<boolean>
  /** The names of linked records in changes, as far as the member may read them. */
  readonly linkedNames: (
    model: Model,
    entity: EntityDefinition,
    changes: readonly FieldChange[],
  ) => Promise<Record<string, string | null>>
}

/** A row of a log as lists read it. */
export type AuditRow = Omit<AuditEntry, 'on' | 'id' | 'by'> & { readonly seq: string; readonly at: Date }
type WholeRow = AuditRow & {
  readonly changes: Facts
  readonly before: RecordSnapshot | null
  readonly after: RecordSnapshot | null
}

export const auditColumns = `a.seq, a.at, a.area, a.kind, a.by_id, a.entity_id, a.record_id, a.cause, a.request_id,
  a.changes->'subject'->>'name' as subject`

/** The log of an environment, newest first: product ruling 2.4. Only `auditDetails` returns values. */
export async function listAudit(context: AuditContext, query: AuditQuery): Promise<AuditPage> {
  const { database, environment, namesOf } = context
  const rows = await auditRows<AuditRow>(database, environment.schema, query, {
    columns: auditColumns,
    top: auditPageSize + 1,
  })
  const page = rows.slice(0, auditPageSize)
  const people = await namesOf(
    database,
    environment.schema,
    page.flatMap(({ by_id }) => by_id ?? []),
  )
  const value = page.map((row) => entryOf(row, people))
  return { value, next: rows.length > auditPageSize ? (value.at(-1)?.id ?? null) : null }
}

/** All present and former members of the environment. */
export async function auditPeople({ database, environment }: AuditContext): Promise<AuditPerson[]> {
  return database.query<AuditPerson>({
    text: `select id, name from ${qualified(environment.schema, '_principal')} where kind = 'member' order by name, id limit 1000`,
  })
}

/** One row of the log with details, as far as the member may read them. Fault: `audit.unknown`. */
export async function auditDetails(context: AuditContext, id: string): Promise<AuditDetails> {
  const { database, environment, namesOf } = context
  const [row] = await database.query<WholeRow>({
    text: `select ${auditColumns}, a.changes, ${keptSql('before')} as before, ${keptSql('after')} as after
      from ${qualified(environment.schema, '_audit')} a where a.seq = $1`,
    values: [id],
  })
  if (!row) throw fault('audit.unknown')
  const entry = entryOf(row, await namesOf(database, environment.schema, row.by_id === null ? [] : [row.by_id]))
  const { changes } = row
  if (row.area === 'definition') {
    const sentences = (changes['sentences'] ?? []) as readonly Sentence[]
    return { ...entry, told: 'sentences', sentences, note: (changes['note'] ?? null) as string | null }
  }
  if (row.area !== 'data')
    return { ...entry, told: 'facts', before: factsOf(changes['before']), after: factsOf(changes['after']) }
  if (row.record_id === null) {
    const count = changes['count']
    return { ...entry, told: 'count', count: typeof count === 'number' ? count : null }
  }
  return { ...entry, ...(await recordDetails(context, row, row.record_id)) }
}

async function recordDetails(context: AuditContext, row: WholeRow, recordId: string) {
  const model = await context.model()
  const member = await memberAt(context, model)
  const entity = model.entities.get(row.entity_id ?? '')
  if (!entity) return { told: 'gone' } as const
  if (!(await mayRead(context, member, model, entity, recordId))) return { told: 'closed' } as const
  const all =
    row.kind === 'delete' ? changesBetween(entity, row.before, null) : changesBetween(entity, row.before, row.after)
  const closed = closedColumns(member, entity, model)
  const changes = all.filter(({ column }) => !closed.has(column))
  const names = await context.linkedNames(model, entity, changes)
  return { told: 'record', changes, unread: all.length - changes.length, names } as const
}

/**
 * A reader of all records of a table also reads the log of its deleted records; others read the log of records that
 * they can read now.
 */
async function mayRead(
  context: AuditContext,
  member: Member,
  model: Model,
  entity: EntityDefinition,
  recordId: string,
): Promise<boolean> {
  const reach = reachOf(member, 'read', entity, model)
  if (reach === null) return true
  return reach !== 'none' && context.isReadable(model, entity, recordId)
}

/** The columns whose values field rules hide from the member. */
export function closedColumns(member: Member, entity: EntityDefinition, model: Model): ReadonlySet<string> {
  const { unread } = closedFields(member, entity, model)
  return new Set(entity.attributes.filter(({ id }) => unread.has(id)).map(columnOf))
}

/** Rows of a log that are asked for, the last first. */
export async function auditRows<Found>(
  executor: Executor,
  schema: string,
  { area, kind, by, entity, record, from, to, cause, before }: AuditQuery,
  wanted: { readonly columns: string; readonly top: number },
): Promise<Found[]> {
  const values: unknown[] = []
  const conditions: string[] = []
  const ask = (value: unknown, condition: (parameter: string) => string) => {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  ask(before, (parameter) => `a.seq < ${parameter}`)
  ask(area, (parameter) => `a.area = ${parameter}`)
  ask(kind, (parameter) => `a.kind = ${parameter}`)
  ask(by, (parameter) => `a.by_id = ${parameter}`)
  ask(entity, (parameter) => `a.entity_id = ${parameter}`)
  ask(record, (parameter) => `a.record_id = ${parameter}`)
  ask(from, (parameter) => `a.at >= ${parameter}`)
  ask(to, (parameter) => `a.at < ${parameter}`)
  ask(cause, (parameter) => `a.cause->>'id' = ${parameter}`)
  return executor.query<Found>({
    text: `select ${wanted.columns} from ${qualified(schema, '_audit')} a
      ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''} order by a.seq desc limit ${wanted.top}`,
    values,
  })
}

/** A record of a row of the log, whose numbers are texts, so that none of their digits is lost. */
export function keptSql(which: 'before' | 'after'): string {
  return `(select jsonb_object_agg(e.key, case jsonb_typeof(e.value) when 'number' then to_jsonb(e.value #>> '{}') else e.value end)
    from jsonb_each(case jsonb_typeof(a.changes->'${which}') when 'object' then a.changes->'${which}' end) e)`
}

/** A row of the log with the name of its author. */
export function entryOf({ seq, at, ...row }: AuditRow, people: ReadonlyMap<string, string>): AuditEntry {
  const { area, kind, by_id, entity_id, record_id, subject, cause, request_id } = row
  const by = people.get(by_id ?? '') || null
  return { id: seq, on: at.toISOString(), area, kind, by_id, by, entity_id, record_id, subject, cause, request_id }
}

/** The state before or after, if it is a list of facts. */
export function factsOf(value: unknown): Facts | null {
  return typeof value === 'object' && value !== null ? (value as Facts) : null
}
