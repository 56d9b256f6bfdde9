import { Link } from '@tanstack/react-router'
import { Activity } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { LoadingLines } from '#design/web/feedback/LoadingLines.tsx'
import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { RelativeTime } from '#design/web/dates/RelativeTime.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import type { Job } from '#jobs/job.ts'
import { JobProgress } from '#jobs/web/JobProgress.tsx'
import { JobState } from '#jobs/web/JobState.tsx'
import { useJobs } from '#jobs/web/jobs.client.ts'
import { sayJob, sayJobError, sayResult } from '#jobs/web/sayJob.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useEnvironmentId } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

/** Long work of the environment: what is under way, and what came of it. `actionsOf` is what its kind offers besides. */
export function JobsPage({ actionsOf }: { actionsOf?: (job: Job) => ReactNode }) {
  const { t } = useLanguage()
  const eid = useEnvironmentId()
  const { data: jobs, error, refetch } = useJobs(eid)
  useTitle(t('jobs.titlePage'))
  return (
    <>
      <PageHeader title={t('jobs.titlePage')} />
      <div className="mx-auto w-full max-w-340 p-4 sm:p-6">
        {error && !jobs && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
        {!jobs && !error && <LoadingLines lines={3} />}
        {jobs?.length === 0 && <EmptyState icon={<Activity />} text={t('jobs.none')} />}
        {jobs && jobs.length > 0 && (
          <ul aria-label={t('jobs.titlePage')} className="divide-y divide-line rounded-card border border-line">
            {jobs.map((job) => (
              <li key={job.id} className="flex flex-col gap-2 px-3 py-2.5">
                <JobLine environmentId={eid} job={job} actions={actionsOf?.(job)} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

function JobLine({ environmentId, job, actions }: { environmentId: string; job: Job; actions: ReactNode }) {
  const { t } = useLanguage()
  const entityId = job.state === 'succeeded' ? job.result?.['entity_id'] : undefined
  const outcome = sayJobError(t, job) ?? (job.state === 'succeeded' ? sayResult(t, job) : undefined)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium break-words">{sayJob(t, job)}</span>
        <JobState state={job.state} />
      </div>
      <JobProgress environmentId={environmentId} job={job} />
      {outcome && <p className={job.error ? 'break-words text-red' : 'break-words'}>{outcome}</p>}
      <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-label text-muted">
        <span>
          {job.by && `${job.by} · `}
          <RelativeTime value={new Date(job.ended_on ?? job.started_on ?? job.created_on)} />
        </span>
        {typeof entityId === 'string' && (
          <Link to={`/${environmentId}/entity/${entityId}`} className={linkClass}>
            {t('jobs.open')}
          </Link>
        )}
        {actions}
      </div>
    </>
  )
}
