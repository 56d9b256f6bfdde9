import { useState } from 'react'
import { confirm } from '#design/web/overlay/confirm.ts'
import { toast } from '#design/web/feedback/toast.ts'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import type { Job } from '#jobs/job.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { TroubleDialog } from '#records/web/bulk/TroubleDialog.tsx'
import { useUndoCause } from '#records/web/bulk/work.client.ts'
import type { WorkResult } from '#records/work.ts'

const causes: Readonly<Record<string, 'bulk' | 'undo'>> = { bulkchange: 'bulk', bulkdelete: 'bulk', undo: 'undo' }

/** What the list of jobs offers for work on many records: what it left as it was, and the way back. */
export function WorkJobActions({ environmentId, job }: { readonly environmentId: string; readonly job: Job }) {
  const { t } = useLanguage()
  const undo = useUndoCause(environmentId)
  const [isOpen, setOpen] = useState(false)
  const kind = causes[job.kind]
  const result = job.result as WorkResult | null
  if (!kind || job.state !== 'succeeded' || !result) return null
  const ask = async () => {
    const isSure = await confirm({
      title: t('records.causes.ask.title'),
      text: t('records.causes.ask.text'),
      action: t('records.causes.undo'),
    })
    if (!isSure) return
    undo.mutate(
      { id: job.id, kind },
      {
        onSuccess: () => toast({ kind: 'done', text: t('records.causes.started') }),
        onError: (error) => toast({ kind: 'failed', text: sayFault(t, error).text }),
      },
    )
  }
  return (
    <>
      {result.refused > 0 && (
        <button type="button" className={linkClass} onClick={() => setOpen(true)}>
          {t('records.trouble.show')}
        </button>
      )}
      {result.done > 0 && (
        <button type="button" className={linkClass} disabled={undo.isPending} onClick={() => void ask()}>
          {t('records.causes.undo')}
        </button>
      )}
      {isOpen && <TroubleDialog envid={environmentId} jobId={job.id} onClose={() => setOpen(false)} />}
    </>
  )
}
