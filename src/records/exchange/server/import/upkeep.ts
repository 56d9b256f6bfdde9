import type { Executor } from '#platform/server/database/database.ts'
import { fileOf } from '#records/exchange/server/import/file.ts'
import { clearPast, deleteAbandoned } from '#records/exchange/server/import/import.store.ts'
import type { ImportFiles } from '#records/exchange/server/import/importFiles.ts'
import { filesOf } from '#records/exchange/server/import/imports.ts'
import { rejectsOf } from '#records/exchange/server/import/rejects.ts'
import { selectForgotten, selectOrphans } from '#records/exchange/server/import/upload.store.ts'
import { dropUpload } from '#records/exchange/server/import/uploads.ts'

type Place = { readonly id: string; readonly schema: string }

/**
 * Removes what nobody came back for in an environment: uploads and uploaded files after a day, rejected rows after 30 days, and
 * what work that broke off has left on this machine.
 */
export async function tendImports(
  database: Executor,
  files: ImportFiles,
  { id: environmentId, schema }: Place,
  now: Date,
): Promise<void> {
  for (const id of await selectForgotten(database, schema))
    await dropUpload(database, files, { environmentId, schema, id })
  for (const row of await deleteAbandoned(database, schema)) await files.remove(filesOf(environmentId, row))
  for (const id of await clearPast(database, schema)) await files.remove([rejectsOf(fileOf(environmentId, id))])
  await files.sweep(environmentId, now, (names) => selectOrphans(database, schema, names))
}
