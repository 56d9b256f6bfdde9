import { useCallback } from 'react'
import type { Job } from '#jobs/job.ts'
import { JobsPage } from '#jobs/web/JobsPage.tsx'
import { useEnvironmentId } from '#platform/web/routeParams.ts'
import { ImportJobActions } from '#records/exchange/web/import/ImportJobActions.tsx'
import { WorkJobActions } from '#records/web/bulk/WorkJobActions.tsx'

/** The list of jobs with what each kind of them offers. */
export function JobsRoute() {
  const eid = useEnvironmentId()
  const actionsOf = useCallback(
    (job: Job) => (
      <>
        <ImportJobActions environmentId={eid} job={job} />
        <WorkJobActions environmentId={eid} job={job} />
      </>
    ),
    [eid],
  )
  return <JobsPage actionsOf={actionsOf} />
}
