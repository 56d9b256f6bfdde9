import { Link } from '@tanstack/react-router'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import type { Job } from '#jobs/job.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useImports } from '#records/exchange/web/import.client.ts'
import { useUndoAsked } from '#records/exchange/web/import/undo.ts'

/** What the list of jobs offers for an import: to see it again, and to take it back while that is possible. */
export function ImportJobActions({ environmentId, job }: { environmentId: string; job: Job }) {
  const { t } = useLanguage()
  const { data: imports } = useImports(environmentId)
  const found = imports?.find(({ job_id, undo_job_id }) => job_id === job.id || undo_job_id === job.id)
  const { ask, isPending } = useUndoAsked(environmentId, found ?? { id: '', file: '' })
  if (!found) return null
  const canUndo = found.state === 'done' && found.job_id === job.id
  return (
    <>
      <Link to={`/${environmentId}/import`} search={{ import: found.id }} className={linkClass}>
        {t('jobs.openImport')}
      </Link>
      {canUndo && (
        <button type="button" className={linkClass} disabled={isPending} onClick={() => void ask()}>
          {t('imports.undo.action')}
        </button>
      )}
    </>
  )
}
