import { Link } from '@tanstack/react-router'
import { CircleCheck, FileUp, Table2, Undo2 } from 'lucide-react'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { sayResult } from '#jobs/web/sayJob.ts'
import { useJob } from '#jobs/web/jobs.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import type { Import } from '#records/exchange/import/settings.ts'
import { RejectedFile } from '#records/exchange/web/import/RejectedFile.tsx'
import { useUndoAsked } from '#records/exchange/web/import/undo.ts'

/** What came of an import: the numbers, the way to the table, and the way back. */
export function ImportEnd({ environmentId, found }: { environmentId: string; found: Import }) {
  const { t } = useLanguage()
  const isDone = found.state === 'done'
  const { data: job } = useJob(environmentId, isDone ? found.job_id : found.undo_job_id)
  const { ask, isPending, error } = useUndoAsked(environmentId, found)
  const said = (job && sayResult(t, job)) ?? t(`imports.state.${found.state}`, { rows: found.rows })
  return (
    <section className="flex w-full max-w-200 flex-col gap-4 rounded-card border border-line p-4" aria-live="polite">
      <h2 className="flex items-center gap-2 font-semibold">
        <CircleCheck size={18} className="shrink-0 text-green" aria-hidden />
        <span className="min-w-0 break-words">
          {t(isDone ? 'imports.done' : 'imports.undone', { file: found.file })}
        </span>
      </h2>
      <p>{said}</p>
      {error && <Banner kind="error">{sayFault(t, error).text}</Banner>}
      <div className="flex flex-wrap gap-2">
        {isDone && found.entity_id && (
          <Link to={`/${environmentId}/entity/${found.entity_id}`} className={buttonLink.primary}>
            <Table2 aria-hidden />
            {t('jobs.open')}
          </Link>
        )}
        {isDone && (
          <Button icon={<Undo2 aria-hidden />} isPending={isPending} onPress={() => void ask()}>
            {t('imports.undo.action')}
          </Button>
        )}
        {isDone && Number(job?.result?.['rejected'] ?? 0) > 0 && <RejectedFile {...{ environmentId, found }} />}
        <Link to={`/${environmentId}/import`} className={isDone ? buttonLink.secondary : buttonLink.primary}>
          <FileUp aria-hidden />
          {t('imports.another')}
        </Link>
      </div>
    </section>
  )
}
