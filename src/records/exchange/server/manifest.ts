import type { Database } from '#platform/server/database/database.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { copyHandler } from '#records/exchange/server/copy/handler.ts'
import { exportRoutes, type ExportRoutesOptions } from '#records/exchange/server/export/export.routes.ts'
import type { UndoDeps } from '#records/exchange/server/import/deps.ts'
import { importRoutes } from '#records/exchange/server/import/import.routes.ts'
import { importSchema } from '#records/exchange/server/import/import.schema.ts'
import type { ImportFiles } from '#records/exchange/server/import/importFiles.ts'
import { importHandler } from '#records/exchange/server/import/load.ts'
import { undoHandler } from '#records/exchange/server/import/undo.ts'
import { tendImports } from '#records/exchange/server/import/upkeep.ts'

type Imports = { readonly imports: UndoDeps }
type Deps = ExportRoutesOptions & Imports & Pick<Parameters<typeof importRoutes>[1], 'memberOf' | 'readerOf'>
type UpkeepDeps = { readonly online: Database; readonly importFiles: ImportFiles; readonly now: () => Date }

export const exchangeManifest = {
  environment: [{ order: 110, schema: importSchema }],
  routes(app: Http, deps: Deps) {
    const { imports, memberOf, readerOf } = deps
    importRoutes(app, { ...imports, memberOf, readerOf })
    exportRoutes(app, deps)
  },
  jobs: ({ imports, copies }: Imports & { readonly copies: Parameters<typeof copyHandler>[0] }) => ({
    import: importHandler(imports),
    importundo: undoHandler(imports),
    copyrecords: copyHandler(copies),
  }),
  upkeep: [
    {
      failure: 'files of imports could not be cleared away',
      tend: (place: { readonly id: string; readonly schema: string }, { online, importFiles, now }: UpkeepDeps) =>
        tendImports(online, importFiles, place, now()),
    },
  ],
}
