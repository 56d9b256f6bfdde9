import { auditPageSize, type AuditDetails, type AuditFilter, type AuditPage, type AuditQuery } from '#audit/audit.ts'
import { auditColumns, auditRows, entryOf, factsOf, type AuditRow } from '#audit/server/audit.ts'
import { exportRows, type ExportedRow } from '#audit/server/export.ts'
import { fault } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** The schema of the installation's own log. */
export const installationSchema = 'lintel'

type Named = { readonly by: string | null }

const by = `(select concat_ws(' ', firstname, nullif(lastname, '')) from lintel."user" where id = a.by_id) as by`

/** The log of the installation, newest first: sign-ins and changes of accounts. */
export async function listInstallation(database: Executor, query: AuditQuery): Promise<AuditPage> {
  const rows = await auditRows<AuditRow & Named>(database, installationSchema, query, {
    columns: `${auditColumns}, ${by}`,
    top: auditPageSize + 1,
  })
  const value = rows.slice(0, auditPageSize).map((row) => entryOf(row, namesOf(row)))
  return { value, next: rows.length > auditPageSize ? (value.at(-1)?.id ?? null) : null }
}

/** One entry with the state before and after. Fault: `audit.unknown`. */
export async function installationDetails(database: Executor, id: string): Promise<AuditDetails> {
  const [row] = await database.query<AuditRow & Named & { changes: Readonly<Record<string, unknown>> }>({
    text: `select ${auditColumns}, ${by}, a.changes from lintel._audit a where a.seq = $1`,
    values: [id],
  })
  if (!row) throw fault('audit.unknown')
  const { before, after } = row.changes
  return { ...entryOf(row, namesOf(row)), told: 'facts', before: factsOf(before), after: factsOf(after) }
}

/** The same as CSV. */
export function exportInstallation(online: Executor, filter: AuditFilter): AsyncGenerator<string> {
  return exportRows<ExportedRow & Named>(online, installationSchema, filter, `, ${by}`, async (rows) =>
    rows.map((row) => ({ who: row.by, table: null, values: valuesOf(row) })),
  )
}

function valuesOf({ changes }: ExportedRow): readonly unknown[] {
  const subject = factsOf(changes['subject'])
  return [subject?.['name'], changes['before'], changes['after']]
}

function namesOf({ by_id: id, by: name }: AuditRow & Named): ReadonlyMap<string, string> {
  return new Map(id === null || name === null ? [] : [[id, name]])
}
