import type { AuditEntry, AuditFilter, Facts } from '#audit/audit.ts'
import { auditRows, closedColumns, keptSql, memberAt, type AuditContext } from '#audit/server/audit.ts'
import type { Model } from '#entities/model.ts'
import type { Member } from '#environments/environment.ts'
import type { Database } from '#platform/server/database/database.ts'
import { printRow } from '#records/import/print.ts'
import type { KeptRecord } from '#records/kept.ts'
import { tellableFields } from '#records/kept.ts'
import { columnOf } from '#attributes/attribute.ts'
import { reachOf } from '#security/reach.ts'

const portion = 1000
const header = [
  'number',
  'time',
  'area',
  'kind',
  'who',
  'who_id',
  'table',
  'record_id',
  'cause',
  'cause_id',
  'request_id',
]
const values = ['subject', 'before', 'after']

type Row = Pick<AuditEntry, 'area' | 'kind' | 'by_id' | 'entity_id' | 'record_id' | 'cause' | 'request_id'> & {
  readonly seq: string
  readonly at: Date
  readonly changes: Facts
  readonly before: KeptRecord | null
  readonly after: KeptRecord | null
}

/**
 * The log as CSV, the last written first, a portion at a time. Values of records are told only of tables of which the
 * member reads every record, and of fields that no rule keeps from the member.
 */
export async function* exportAudit(
  context: AuditContext,
  online: Database,
  filter: AuditFilter,
): AsyncGenerator<string> {
  const { environment, namesOf } = context
  const model = await context.model()
  const member = await memberAt(context, model)
  yield `\uFEFF${printRow([...header, ...values], ',')}`
  let before: string | undefined
  for (;;) {
    const rows: Row[] = await auditRows<Row>(
      online,
      environment.schema,
      before === undefined ? filter : { ...filter, before },
      {
        columns: `a.seq, a.at, a.area, a.kind, a.by_id, a.entity_id, a.record_id, a.cause, a.request_id, a.changes,
        ${keptSql('before')} as before, ${keptSql('after')} as after`,
        top: portion,
      },
    )
    const people = await namesOf(
      online,
      environment.schema,
      rows.flatMap(({ by_id }) => by_id ?? []),
    )
    yield rows.map((row) => printRow(cellsOf(row, { people, model, member }), ',')).join('')
    before = rows.at(-1)?.seq
    if (rows.length < portion) return
  }
}

type Reader = { readonly people: ReadonlyMap<string, string>; readonly model: Model; readonly member: Member }

function cellsOf(row: Row, reader: Reader): string[] {
  const { seq, at, area, kind, by_id, entity_id, record_id, cause, request_id } = row
  const table = reader.model.entities.get(entity_id ?? '')?.uri ?? entity_id
  const who = reader.people.get(by_id ?? '')
  const cells = [seq, at.toISOString(), area, kind, who, by_id, table, record_id, cause.kind, cause.id, request_id]
  return [...cells, ...valuesOf(row, reader)].map((cell) => cell ?? '')
}

function valuesOf(
  { area, entity_id, record_id, changes, before, after }: Row,
  { model, member }: Reader,
): (string | null)[] {
  if (area !== 'data') {
    const { subject = null, before: was = null, after: is = null, ...rest } = changes
    const told = Object.keys(rest).length > 0 ? rest : is
    return [textOf((subject as Facts | null)?.['name'] ?? null), textOf(was), textOf(told)]
  }
  if (record_id === null) return [null, null, textOf(changes)]
  const entity = model.entities.get(entity_id ?? '')
  if (!entity || reachOf(member, 'read', entity, model) !== null) return [null, null, null]
  const closed = closedColumns(member, entity)
  const open = new Set(
    tellableFields(entity)
      .map(columnOf)
      .filter((column) => !closed.has(column)),
  )
  const part = (kept: KeptRecord | null) =>
    kept && Object.fromEntries(Object.entries(kept).filter(([column]) => open.has(column)))
  return [null, textOf(part(before)), textOf(part(after))]
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
