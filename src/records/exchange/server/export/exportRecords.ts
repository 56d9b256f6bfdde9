import type { Readable } from 'node:stream'
import type { EntityDefinition } from '#entities/entity.ts'
import { fault } from '#faults/fault.ts'
import { holdSlot } from '#environments/server/environments.ts'
import { translateFor } from '#language/server/texts.ts'
import { inlineStatement } from '#platform/inlineStatement.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { InPieces } from '#platform/server/bufferPool.ts'
import { exportCell, rawSql } from '#records/exchange/export/cells.ts'
import { exportColumns, type ExportColumn } from '#records/exchange/export/exportColumns.ts'
import {
  exportQuery,
  sheetRowLimit,
  type ExportFormat,
  type ExportOptions,
} from '#records/exchange/export/exportOptions.ts'
import { csvCopied, csvOf, jsonOf } from '#records/exchange/server/export/lines.ts'
import { workbookOf } from '#records/exchange/server/export/workbook.ts'
import { visibleService } from '#records/visibleService.ts'
import { engineOf, guardsOf } from '#records/server/engines.ts'
import {
  isFresh,
  onFreshModel,
  stale,
  versionsQuery,
  type RecordsContext,
  type Stale,
} from '#records/server/freshModel.ts'

/** `online` is a pool whose statements may take long; `secret` is that of the environment's OData engine. */
export type ExportContext = RecordsContext & { readonly online: Database; readonly secret: string }

/** So many exports of one environment are at work at once, in whatever process. */
export const exportsAtOnce = 2

/** A file on its way: its name and bytes. Whoever stops reading destroys `body`, which ends the work in the database. */
export type Exported = { readonly name: string; readonly format: ExportFormat; readonly body: Readable }

/**
 * The records of an entity as a file, read in one snapshot and written while they are read. Which rows and names come is
 * decided by the same guards as in every list. Faults: those of the query, `export.tooManyRows` for a sheet, `request.tooMany`.
 */
export async function exportRecords(by: ExportContext, entityId: string, options: ExportOptions): Promise<Exported> {
  const translate = translateFor(by.locale)
  return onFreshModel(by, async (whole, all, context): Promise<Exported | Stale> => {
    const { model, service } = visibleService(context.member, whole, all)
    const entity = model.entities.get(entityId)
    if (!entity) throw fault('definition.unknown')
    const known = service.model.entitySets.get(entity.uri)?.properties
    const columns = exportColumns(entity, options, translate, (name) => known?.has(name) ?? false)
    const engine = engineOf(context.environment, service, context.secret)
    const guards = guardsOf(context, { model: whole, service })
    const way = wayOf(options.format, columns)
    const query = exportQuery(options, [...new Set(columns.map(({ property }) => property))])
    const table = columns.map((column, at) => ({ ...column, text: way.sql[at] ?? ((name: string) => name) }))
    const statement = inlineStatement(engine.table(entity.uri, query, { guards, columns: table }))
    const source = await context.online
      .under(context.environment.role)
      .copyOut(async (executor) => {
        await holdSlot(executor, { use: 'export', environmentId: context.environment.id, most: exportsAtOnce })
        const [versions] = await executor.query<{ model_version: string; access_version: string }>({
          text: versionsQuery(context.environment).parts.join(''),
        })
        if (!versions || !isFresh(model, versions)) throw new StaleExport()
        if (options.format === 'xlsx') await refuseTooMany(statement)
        return `copy (${statement}) to stdout${way.copy}`

        async function refuseTooMany(text: string): Promise<void> {
          const [found] = await executor.query<{ count: number }>({
            text: `select count(*)::int as count from (select from (${text}) r limit ${sheetRowLimit + 1}) r`,
          })
          if ((found?.count ?? 0) > sheetRowLimit) throw fault('export.tooManyRows', { max: sheetRowLimit })
        }
      })
      .catch((error: unknown) => {
        if (error instanceof StaleExport) return stale
        throw error
      })
    if (typeof source === 'symbol') return stale
    const body = way.write(source, { columns, options, entity })
    return { name: `${entity.collectionname}.${options.format}`, format: options.format, body }
  })
}

/** The definitions are others than those that the columns were chosen by. */
class StaleExport extends Error {}

type Written = {
  readonly columns: readonly ExportColumn[]
  readonly options: ExportOptions
  readonly entity: EntityDefinition
}

/** How a file is made: the SQL around each column, what is said to `COPY`, and what is made of its bytes. */
type Way = {
  readonly sql: readonly ((column: string) => string)[]
  readonly copy: string
  readonly write: (source: InPieces, written: Written) => Readable
}

function wayOf(format: ExportFormat, columns: readonly ExportColumn[]): Way {
  const raw = { sql: columns.map(rawSql), copy: '' }
  if (format === 'xlsx') return { ...raw, write: workbookOf }
  if (format === 'jsonl') return { ...raw, write: jsonOf }
  const cells = columns.map(exportCell)
  if (cells.some((cell) => cell === null)) return { ...raw, write: csvOf }
  const known = cells.flatMap((cell) => cell ?? [])
  const kinds = known.map(({ kind }) => kind)
  const [only] = known
  if (!only || known.length > 1) {
    return { sql: known.map(({ sql }) => sql), copy: ' (format csv)', write: csvCopied(kinds) }
  }
  // One column alone must not leave an empty line, which readers pass over. As a text, a boolean is written out.
  const alone = (column: string) => `coalesce((${only.sql(column)})::text, '')`
  const kind = only.kind === 'boolean' ? 'plain' : only.kind
  return { sql: [alone], copy: ' (format csv)', write: csvCopied([kind]) }
}
