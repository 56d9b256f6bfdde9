import { useEffect, useRef, useState } from 'react'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { isEnded } from '#jobs/job.ts'
import { JobProgress } from '#jobs/web/JobProgress.tsx'
import { useJob } from '#jobs/web/jobs.client.ts'
import { sayJobError, sayResult } from '#jobs/web/sayJob.ts'
import { useLanguage } from '#language/web/language.tsx'
import { TroubleDialog } from '#records/web/bulk/TroubleDialog.tsx'
import type { WorkResult } from '#records/work.ts'

type WorkProgressProps = {
  readonly envid: string
  readonly jobId: string
  /** The work has ended, well or not. */
  readonly onEnded: () => void
  readonly onClose: () => void
  /** Takes the work back. */
  readonly onUndo?: () => void
}

/** Work on many records: how far it is, what came of it, and what it left as it was. */
export function WorkProgress({ envid, jobId, onEnded, onClose, onUndo }: WorkProgressProps) {
  const { t } = useLanguage()
  const { data: job } = useJob(envid, jobId)
  const [isOpen, setOpen] = useState(false)
  const told = useRef(false)
  const hasEnded = job !== undefined && isEnded(job)
  useEffect(() => {
    if (!hasEnded || told.current) return
    told.current = true
    onEnded()
  }, [hasEnded, onEnded])
  if (!job) return null
  if (!hasEnded) {
    return (
      <div className="flex flex-col gap-1">
        <JobProgress environmentId={envid} job={job} />
        <p className="text-label text-muted">{t('records.bulk.later')}</p>
      </div>
    )
  }
  const result = job.result as WorkResult | null
  const text = sayJobError(t, job) ?? (job.state === 'cancelled' ? t('jobs.state.cancelled') : sayResult(t, job))
  const hasRefused = (result?.refused ?? 0) > 0
  return (
    <>
      <Banner
        kind={job.error ? 'error' : hasRefused ? 'warning' : 'info'}
        onClose={onClose}
        actions={
          <>
            {hasRefused && <Button onPress={() => setOpen(true)}>{t('records.trouble.show')}</Button>}
            {onUndo && job.state === 'succeeded' && (result?.done ?? 0) > 0 && (
              <Button onPress={onUndo}>{t('design.undo')}</Button>
            )}
          </>
        }
      >
        {text}
      </Banner>
      {isOpen && <TroubleDialog {...{ envid, jobId }} onClose={() => setOpen(false)} />}
    </>
  )
}
