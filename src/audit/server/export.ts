import type { AuditEntry, AuditFilter, Facts } from '#audit/audit.ts'
import { auditRows, closedColumns, keptSql, type AuditContext } from '#audit/server/audit.ts'
import type { Model } from '#entities/model.ts'
import type { Member } from '#environments/environment.ts'
import { memberAt } from '#environments/server/environments.ts'
import type { Database, Executor } from '#platform/server/database/database.ts'
import { printRow } from '#records/exchange/import/print.ts'
import type { RecordSnapshot } from '#records/history/recordSnapshot.ts'
import { tellableFields } from '#records/history/recordSnapshot.ts'
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

/** A row as exports read it. */
export type ExportedRow = Pick<
  AuditEntry,
  'area' | 'kind' | 'by_id' | 'entity_id' | 'record_id' | 'cause' | 'request_id'
> & {
  readonly seq: string
  readonly at: Date
  readonly changes: Facts
  readonly before: RecordSnapshot | null
  readonly after: RecordSnapshot | null
}

/**
 * What the reader gets beside the row's columns: the author's name, the name of the table, and the state before and
 * after.
 */
type Told = {
  readonly who: string | null | undefined
  readonly table: string | null
  readonly values: readonly unknown[]
}

/**
 * The log of an environment as CSV. Values of records are included only for tables of which the member reads every
 * record, and for fields that no rule hides from the member.
 */
export async function* exportAudit(
  context: AuditContext,
  online: Database,
  filter: AuditFilter,
): AsyncGenerator<string> {
  const { environment, namesOf } = context
  const model = await context.model()
  const member = await memberAt(context, model)
  const kept = `, ${keptSql('before')} as before, ${keptSql('after')} as after`
  yield* exportRows<ExportedRow>(online, environment.schema, filter, kept, async (rows) => {
    const people = await namesOf(
      online,
      environment.schema,
      rows.flatMap(({ by_id }) => by_id ?? []),
    )
    return rows.map((row) => ({
      who: people.get(row.by_id ?? ''),
      table: model.entities.get(row.entity_id ?? '')?.uri ?? row.entity_id,
      values: valuesOf(row, { model, member }),
    }))
  })
}

/** A log as CSV, newest first, page by page. `more` are columns that `tell` needs of each row. */
export async function* exportRows<Row extends ExportedRow>(
  executor: Executor,
  schema: string,
  filter: AuditFilter,
  more: string,
  tell: (rows: readonly Row[]) => Promise<readonly Told[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${printRow([...header, ...values], ',')}`
  let before: string | undefined
  for (;;) {
    const rows: Row[] = await auditRows<Row>(executor, schema, before === undefined ? filter : { ...filter, before }, {
      columns: `a.seq, a.at, a.area, a.kind, a.by_id, a.entity_id, a.record_id, a.cause, a.request_id, a.changes${more}`,
      top: portion,
    })
    const told = await tell(rows)
    yield rows.map((row, at) => printRow(cellsOf(row, told[at]), ',')).join('')
    before = rows.at(-1)?.seq
    if (rows.length < portion) return
  }
}

function cellsOf(row: ExportedRow, told: Told | undefined): string[] {
  const { seq, at, area, kind, by_id, record_id, cause, request_id } = row
  const { who, table, values: own = [] } = told ?? {}
  const cells = [seq, at.toISOString(), area, kind, who, by_id, table, record_id, cause.kind, cause.id, request_id]
  return [...cells, ...own].map((cell) => textOf(cell) ?? '')
}

type Reader = { readonly model: Model; readonly member: Member }

function valuesOf(
  { area, entity_id, record_id, changes, before, after }: ExportedRow,
  { model, member }: Reader,
): readonly unknown[] {
  if (area !== 'data') {
    const { subject = null, before: was = null, after: is = null, ...rest } = changes
    const told = Object.keys(rest).length > 0 ? rest : is
    return [(subject as Facts | null)?.['name'], was, told]
  }
  if (record_id === null) return [null, null, changes]
  const entity = model.entities.get(entity_id ?? '')
  if (!entity || reachOf(member, 'read', entity, model) !== null) return [null, null, null]
  const closed = closedColumns(member, entity, model)
  const open = new Set(
    tellableFields(entity)
      .map(columnOf)
      .filter((column) => !closed.has(column)),
  )
  const part = (kept: RecordSnapshot | null) =>
    kept && Object.fromEntries(Object.entries(kept).filter(([column]) => open.has(column)))
  return [null, part(before), part(after)]
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
