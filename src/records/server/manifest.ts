import type { Http } from '#platform/server/http/validation.ts'
import { historyRoutes } from '#records/history/server/history.routes.ts'
import { trashRoutes } from '#records/history/server/trash/trash.routes.ts'
import { searchRoutes } from '#records/search/server/search.routes.ts'
import { candidateRoutes } from '#records/server/candidates.routes.ts'
import { dataQueryRoutes } from '#records/server/dataQuery.routes.ts'
import { namingHandler } from '#records/server/naming/handler.ts'
import { dependantRoutes } from '#records/server/recordDependents.routes.ts'
import { recordRoutes, type RecordRoutesOptions } from '#records/server/records.routes.ts'
import { recordsSchema } from '#records/server/records.schema.ts'
import { tendRecords } from '#records/server/upkeep.ts'
import { viewPaceRoutes } from '#records/server/viewSpeed.routes.ts'
import type { WorkDeps } from '#records/server/work/deps.ts'
import { bulkHandler, undoCauseHandler } from '#records/server/work/handler.ts'
import { workRoutes } from '#records/server/work/work.routes.ts'
import { workSchema } from '#records/server/work/work.schema.ts'
import type { Database } from '#platform/server/database/database.ts'

type WorkRoutesDeps = Parameters<typeof workRoutes>[1]
type Deps = RecordRoutesOptions & {
  readonly work: WorkDeps
  readonly workerOf: WorkRoutesDeps['memberOf']
  readonly readerOf: WorkRoutesDeps['readerOf'] &
    Parameters<typeof trashRoutes>[1]['contextOf'] &
    Parameters<typeof historyRoutes>[1]['contextOf']
}
type Tended = { readonly schema: string; readonly records: Database }

export const recordManifest = {
  environment: [
    { order: 80, schema: recordsSchema },
    { order: 130, schema: workSchema },
  ],
  routes(app: Http, deps: Deps) {
    const { work, workerOf, readerOf } = deps
    trashRoutes(app, { contextOf: readerOf })
    historyRoutes(app, { contextOf: readerOf })
    workRoutes(app, { ...work, memberOf: workerOf, readerOf })
    candidateRoutes(app, deps)
    dependantRoutes(app, deps)
    dataQueryRoutes(app, deps)
    viewPaceRoutes(app, deps)
    searchRoutes(app, deps)
    recordRoutes(app, deps)
  },
  jobs: ({ work }: { readonly work: WorkDeps }) => ({
    bulkchange: bulkHandler(work),
    bulkdelete: bulkHandler(work),
    undo: undoCauseHandler(work),
    naming: namingHandler(work),
  }),
  upkeep: [
    {
      failure: 'old records could not be cleared away',
      tend: ({ records, schema }: Tended, { now }: { readonly now: () => Date }) => tendRecords(records, schema, now()),
    },
  ],
}
