import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { definitionsKey } from '#changes/web/definitionsKey.ts'
import { Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { isEnded } from '#jobs/job.ts'
import { JobProgress } from '#jobs/web/JobProgress.tsx'
import { useJob } from '#jobs/web/jobs.client.ts'
import { sayJob, sayJobError } from '#jobs/web/sayJob.ts'
import { useLanguage } from '#language/web/language.tsx'
import type { Import } from '#records/exchange/import/settings.ts'
import { importKeys } from '#records/exchange/web/import.client.ts'

/** An import, or its undo, under way. When it ends, the page reads anew how it stands. */
export function ImportRun({ environmentId, found }: { environmentId: string; found: Import }) {
  const { t } = useLanguage()
  const client = useQueryClient()
  const jobId = found.state === 'undoing' ? found.undo_job_id : found.job_id
  const { data: job } = useJob(environmentId, jobId)
  const hasEnded = job !== undefined && isEnded(job)
  const refusal = job && sayJobError(t, job)
  const wasCancelled = job?.state === 'cancelled'

  useEffect(() => {
    if (!hasEnded) return
    if (refusal !== undefined) toast({ kind: 'failed', text: refusal })
    if (wasCancelled) toast({ kind: 'info', text: t('imports.cancelled') })
    for (const queryKey of [
      importKeys.all(environmentId),
      definitionsKey(environmentId),
      ['count', environmentId],
      ['records', environmentId],
    ])
      void client.invalidateQueries({ queryKey })
  }, [hasEnded, refusal, wasCancelled, client, environmentId, t])

  return (
    <section className="flex w-full max-w-200 flex-col gap-3 rounded-card border border-line p-4" aria-live="polite">
      <h2 className="font-semibold break-words">{job ? sayJob(t, job) : found.file}</h2>
      {job ? <JobProgress environmentId={environmentId} job={job} /> : <Skeleton className="h-2" />}
      <p className="text-label text-muted">{t('jobs.left')}</p>
    </section>
  )
}
