import { Link } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { DropZone } from '#design/web/fields/DropZone.tsx'
import { Progress } from '#design/web/feedback/Progress.tsx'
import { RelativeTime } from '#design/web/dates/RelativeTime.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import type { Import } from '#records/exchange/import/settings.ts'
import { useImports, useUnfinishedUpload, useUploadFile } from '#records/exchange/web/import.client.ts'

type ImportUploadProps = { readonly environmentId: string; readonly onUploaded: (made: Import) => void }

/** Takes the file, and lists those that were brought before. */
export function ImportUpload({ environmentId, onUploaded }: ImportUploadProps) {
  const { t } = useLanguage()
  const [share, setShare] = useState(0)
  const [isTrying, setTrying] = useState(false)
  const upload = useUploadFile(environmentId, { onProgress: setShare, onTrouble: setTrying })
  const { data: unfinished } = useUnfinishedUpload(environmentId)
  const send = ([file]: readonly File[]) => {
    if (!file) return
    setShare(0)
    upload.mutate(file, { onSuccess: onUploaded })
  }
  return (
    <div className="flex w-full max-w-200 flex-col gap-8">
      {upload.isPending ? (
        <div className="rounded-card border border-line p-6">
          <Progress
            label={t(share < 1 ? 'imports.upload.sending' : 'imports.upload.looking', { file: upload.variables.name })}
            done={Math.round(share * 100)}
            total={100}
          />
          {isTrying && (
            <p role="status" className="mt-2 text-label text-muted">
              {t('imports.upload.again')}
            </p>
          )}
        </div>
      ) : (
        <>
          {unfinished && unfinished.offset > 0 && (
            <Banner kind="info">
              {t('imports.upload.resume', { share: unfinished.offset / unfinished.size, file: unfinished.file })}
            </Banner>
          )}
          <DropZone
            label={t('imports.upload.label')}
            accept=".csv,.tsv,.txt,.xlsx,.jsonl,.ndjson,text/csv,text/tab-separated-values,text/plain"
            undertext={t('imports.upload.hint')}
            {...(upload.error ? { error: sayFault(t, upload.error).text } : {})}
            onFiles={send}
          />
        </>
      )}
      <Recent environmentId={environmentId} />
    </div>
  )
}

const shown = 8

function Recent({ environmentId }: { environmentId: string }) {
  const { t } = useLanguage()
  const { data: imports } = useImports(environmentId)
  if (!imports || imports.length === 0) return null
  return (
    <section aria-labelledby="recent" className="flex flex-col gap-3">
      <h2 id="recent" className="font-semibold">
        {t('imports.recent')}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line">
        {imports.slice(0, shown).map((each) => (
          <li key={each.id}>
            <Link
              to={`/${environmentId}/import`}
              search={{ import: each.id }}
              className="focus-ring flex flex-wrap items-center gap-x-3 rounded-card px-3 py-2 hover:bg-subtle"
            >
              <FileText size={16} className="shrink-0 text-muted" aria-hidden />
              <span title={each.file} className="min-w-0 flex-1 truncate font-medium">
                {each.file}
              </span>
              <span className="text-muted">{t(`imports.state.${each.state}`, { rows: each.rows })}</span>
              <span className="text-label text-muted">
                <RelativeTime value={new Date(each.created_on)} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
