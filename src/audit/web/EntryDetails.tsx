import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { columnOf, fieldLabel } from '#attributes/attribute.ts'
import type { AuditDetails, AuditEntry } from '#audit/audit.ts'
import { useAuditDetails } from '#audit/web/audit.client.ts'
import { FactList } from '#audit/web/FactList.tsx'
import type { LogPlace } from '#audit/web/logPlace.ts'
import { saySentence } from '#changes/web/saySentence.ts'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import type { Model } from '#entities/model.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { PastValue } from '#records/history/web/PastValue.tsx'
import { sayCause } from '#records/history/web/sayCause.ts'

type EntryDetailsProps = {
  readonly place: LogPlace
  readonly model: Model | undefined
  readonly entry: AuditEntry
}

/** What exactly happened: values before and after, by which cause and request, and the way to what it is about. */
export function EntryDetails({ place, model, entry }: EntryDetailsProps) {
  const { t } = useLanguage()
  const { data, error, refetch } = useAuditDetails(place.id, entry.id)
  if (error && !data) return <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <Loading>
        <Skeleton className="my-2 w-1/2" />
      </Loading>
    )
  }
  const { entity_id: entityId, record_id: recordId, cause, request_id: requestId, id } = entry
  const table = model?.entities.get(entityId ?? '')
  const isPerson = place.about === 'person'
  const subject = isPerson ? `/users/${recordId}` : table && `/${place.id}/entity/${table.id}/${recordId}`
  return (
    <div className="flex flex-col gap-3">
      <What details={data} model={model} />
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-label text-muted">
        <Fact name={t('audit.detail.number')}>{id}</Fact>
        {!isPerson && (
          <Fact name={t('audit.detail.cause')}>{sayCause(t, cause as Parameters<typeof sayCause>[1])}</Fact>
        )}
        {requestId !== null && <Fact name={t('audit.detail.request')}>{requestId}</Fact>}
      </dl>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {subject !== undefined && recordId !== null && (
          <PageLink href={subject} className={linkClass}>
            {t(isPerson ? 'audit.detail.openPerson' : 'audit.detail.openRecord')}
          </PageLink>
        )}
        {recordId !== null && (
          <PageLink href={`${place.page}?record=${recordId}`} className={linkClass}>
            {t(isPerson ? 'audit.detail.allOfPerson' : 'audit.detail.allOfRecord')}
          </PageLink>
        )}
        {!isPerson && (
          <PageLink href={`${place.page}?cause=${encodeURIComponent(cause.id)}`} className={linkClass}>
            {t('audit.detail.allOfCause')}
          </PageLink>
        )}
      </p>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-x-1.5">
      <dt>{name}</dt>
      <dd className="min-w-0 break-all text-text select-text">{children}</dd>
    </div>
  )
}

function What({ details, model }: { details: AuditDetails; model: Model | undefined }) {
  const { t } = useLanguage()
  switch (details.told) {
    case 'closed':
      return <p className="text-muted">{t('audit.detail.closed')}</p>
    case 'gone':
      return <p className="text-muted">{t('audit.detail.gone')}</p>
    case 'count':
      return details.count === null ? null : <p>{t('audit.detail.count', { count: details.count })}</p>
    case 'sentences':
      return (
        <div>
          <ul>
            {details.sentences.map((sentence, at) => (
              <li key={`${at} ${sentence.key}`}>{saySentence(t, sentence)}</li>
            ))}
          </ul>
          {details.note !== null && <p className="text-muted">{details.note}</p>}
        </div>
      )
    case 'facts':
      return <FactList before={details.before} after={details.after} />
    default:
      return <Changes details={details} model={model} />
  }
}

type Told = Extract<AuditDetails, { readonly told: 'record' }>

function Changes({ details, model }: { details: Told; model: Model | undefined }) {
  const { t } = useLanguage()
  const { changes, unread, names, kind } = details
  const entity = model?.entities.get(details.entity_id ?? '')
  const fields = new Map(entity?.fields.map((field) => [columnOf(field), field]))
  return (
    <>
      <dl className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[minmax(8rem,12rem)_1fr]">
        {changes.map(({ column, before, after }) => {
          const field = fields.get(column)
          if (!field) return null
          const [hasBefore, hasAfter] = [kind !== 'create', kind !== 'delete']
          return (
            <div key={column} className="contents">
              <dt className="text-muted max-sm:mt-1">{fieldLabel(field, t)}</dt>
              <dd className="flex min-w-0 flex-wrap items-center gap-x-2 break-words select-text">
                {hasBefore && (
                  <span className={hasAfter ? 'text-muted line-through decoration-1' : undefined}>
                    <PastValue {...{ field, names }} value={before} />
                  </span>
                )}
                {hasBefore && hasAfter && <ArrowRight size={14} className="shrink-0 text-muted" aria-hidden />}
                {hasAfter && (
                  <span className="min-w-0">
                    <PastValue {...{ field, names }} value={after} />
                  </span>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      {unread > 0 && <p className="text-muted">{t('audit.detail.unread', { count: unread })}</p>}
    </>
  )
}
