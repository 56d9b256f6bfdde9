import type { Models } from '#entities/server/entities.ts'
import type { TendedEnvironment } from '#platform/server/conceptManifest.ts'
import type { Http } from '#platform/server/http/validation.ts'
import type { Storage } from '#platform/server/storage.ts'
import { fileRoutes } from '#records/files/server/files.routes.ts'
import { filesSchema } from '#records/files/server/files.schema.ts'
import { sweepFiles } from '#records/files/server/sweep.ts'

type RouteDeps = Parameters<typeof fileRoutes>[1]
type Deps = {
  readonly storage: Storage
  readonly uploadFolder: string
  readonly readerOf: RouteDeps['contextOf']
}
type UpkeepDeps = { readonly models: Models; readonly storage: Storage; readonly now: () => Date }

export const fileManifest = {
  environment: [{ order: 120, schema: filesSchema }],
  routes: (app: Http, { storage, uploadFolder, readerOf }: Deps) =>
    fileRoutes(app, { storage, folder: uploadFolder, contextOf: readerOf }),
  upkeep: [
    {
      failure: 'files that nothing names could not be cleared away',
      async tend({ records, ...place }: TendedEnvironment, { models, storage, now }: UpkeepDeps) {
        const model = await models.fresh(place)
        await sweepFiles(records, storage, { place, model, now: now() })
      },
    },
  ],
}
