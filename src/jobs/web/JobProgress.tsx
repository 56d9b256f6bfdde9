import { Button } from '#design/web/button/Button.tsx'
import { confirm } from '#design/web/overlay/confirm.ts'
import { Progress } from '#design/web/feedback/Progress.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { isEnded, type Job } from '#jobs/job.ts'
import { useCancelJob } from '#jobs/web/jobs.client.ts'
import { sayPhase, sayWait } from '#jobs/web/sayJob.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

/** How far a job is, in numbers, with what it waits for and the way to stop it. */
export function JobProgress({ environmentId, job }: { environmentId: string; job: Job }) {
  const { t } = useLanguage()
  const cancel = useCancelJob(environmentId)
  const { done, total } = job.progress
  const askCancel = async () => {
    const isSure = await confirm({
      title: t('jobs.cancelAsk.title'),
      text: t('jobs.cancelAsk.text'),
      action: t('jobs.cancelAsk.action'),
      danger: true,
    })
    if (!isSure) return
    cancel.mutate(job.id, { onError: (error) => toast({ kind: 'failed', text: sayFault(t, error).text }) })
  }
  if (isEnded(job)) return null
  const wait = sayWait(t, job)
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-end gap-3">
        <div className="min-w-0 flex-1 pb-1">
          <Progress label={sayPhase(t, job)} done={done} {...(total === null ? {} : { total })} />
        </div>
        <Button isPending={cancel.isPending} isDisabled={job.cancelling} onPress={() => void askCancel()}>
          {t(job.cancelling ? 'jobs.cancelling' : 'jobs.cancel')}
        </Button>
      </div>
      {wait && <p className="text-amber break-words">{wait}</p>}
    </div>
  )
}
