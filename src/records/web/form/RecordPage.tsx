import { useQueryClient } from '@tanstack/react-query'
import { useBlocker, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { classes } from '#design/web/theme/classes.ts'
import { confirm } from '#design/web/overlay/confirm.ts'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { PageHeader, type Crumb } from '#design/web/navigation/PageHeader.tsx'
import { Loading } from '#design/web/feedback/Skeleton.tsx'
import { tabRow } from '#design/web/navigation/tabLook.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { useEntity, useModel } from '#entities/web/entities.client.ts'
import { useIsOn } from '#entities/web/features.client.ts'
import { useLanguage, withTexts } from '#language/web/language.tsx'
import { ApiFault } from '#platform/web/http.ts'
import { useEnvironmentId, useGo, useRouteParams } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'
import { RecordTabs } from '#records/web/form/RecordTabs.tsx'
import { RecordForm } from '#records/web/form/RecordForm.tsx'
import { FormSkeleton } from '#records/web/form/FormSkeleton.tsx'
import { NotThere } from '#records/web/form/NotThere.tsx'
import { hasRelated } from '#records/related.ts'
import { forgetRecords, recordQuery, useRecord } from '#records/web/records.client.ts'
import { patchRecord } from '#records/web/recordChanges.client.ts'
import { useDeleteRecord } from '#records/web/useDeleteRecord.ts'
import { useGiven } from '#records/web/form/useGiven.ts'
import { useFindLinked } from '#records/web/grid/useFindLinked.ts'
import type { FormPrefill } from '#records/web/form/useFormState.ts'
import { recordName, type RecordRow } from '#records/wire.ts'

const RecordHistory = lazy(async () => ({
  default: (
    await withTexts(import('#records/history/web/RecordHistory.tsx'), [
      'entities',
      'platform',
      'records',
      'records/history',
    ])
  ).RecordHistory,
}))

const RelatedRecords = lazy(async () => ({
  default: (await withTexts(import('#records/web/related/RelatedRecords.tsx'), ['entities'])).RelatedRecords,
}))

const ShareActions = lazy(async () => ({
  default: (await withTexts(import('#security/web/share/ShareActions.tsx'), ['security'])).ShareActions,
}))

/** One record as a whole page, or the page that makes a new one. */
export function RecordPage() {
  const envid = useEnvironmentId()
  const { tid = '', oid } = useRouteParams()
  const { t } = useLanguage()
  const { data: entity, error, refetch } = useEntity(envid, tid)
  if (entity) {
    return oid ? (
      <KnownRecord key={oid} {...{ envid, entity }} id={oid} />
    ) : (
      <NewRecord key={tid} {...{ envid, entity }} />
    )
  }
  if (entity === null) return <NotThere href={`/${envid}`} />
  if (error) return <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />
  return <ComingRecord />
}

type EntityProps = { readonly envid: string; readonly entity: EntityDefinition }

function KnownRecord({ envid, entity, id }: EntityProps & { id: string }) {
  const { t } = useLanguage()
  const { data: record, error, refetch } = useRecord({ envid, entity }, id)
  if (record) return <RecordView {...{ envid, entity, record }} />
  if (error instanceof ApiFault && error.status === 404) {
    return <NotThere href={`/${envid}/entity/${entity.id}`} />
  }
  if (error) return <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />
  return <ComingRecord crumbs={[{ label: entity.collectionname, href: `/${envid}/entity/${entity.id}` }]} />
}

/** The frame of the page while its record is on its way: what comes then moves nothing. */
function ComingRecord({ crumbs = [] }: { crumbs?: readonly Crumb[] }) {
  const { oid } = useRouteParams()
  return (
    <>
      <PageHeader title=" " crumbs={crumbs} />
      {oid && <div className={`${tabRow} h-9.25 pointer-coarse:h-11.25`} />}
      <div className="mx-auto w-full max-w-280">
        <Loading>
          <FormSkeleton />
        </Loading>
      </div>
    </>
  )
}

/** The page that makes a record; what its address says is filled in, and where it was opened from it goes back to. */
function NewRecord({ envid, entity }: EntityProps) {
  const { values, linked, origin } = useGiven({ envid, entity })
  const back = origin && `/${envid}/entity/${origin.entityId}/${origin.recordId}?tab=related`
  return <RecordView {...{ envid, entity, back }} record={undefined} given={{ values, linked }} />
}

type RecordViewProps = EntityProps & {
  readonly record: RecordRow | undefined
  readonly given?: FormPrefill
  /** Where a new record leads back to, instead of to itself. */
  readonly back?: string | undefined
}

function RecordView({ envid, entity, record, given, back }: RecordViewProps) {
  const { t } = useLanguage()
  const go = useGo()
  const client = useQueryClient()
  const findLinked = useFindLinked(envid)
  const table = { envid, entity }
  const list = `/${envid}/entity/${entity.id}`
  const title = record ? recordName(record, t('records.unnamed')) : t('records.new', { name: entity.name })
  const [isDirty, setDirty] = useState(false)
  // A new form for each "save and new".
  const [round, setRound] = useState(0)
  const isLeaving = useRef(false)
  const { tab } = useSearch({ strict: false }) as { readonly tab?: string }
  const { data: model } = useModel(envid)
  const isRelated = record !== undefined && tab === 'related'
  const hasHistory = useIsOn(envid, 'history', entity.id)
  const isPast = record !== undefined && tab === 'history' && hasHistory
  useTitle(title)
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && !isLeaving.current && isDirty && !(await confirmLeaving()),
    enableBeforeUnload: false,
  })

  const leave = (path: string) => {
    isLeaving.current = true
    go(path)
  }
  const confirmLeaving = () =>
    confirm({ title: t('records.leave.title'), text: t('records.leave.text'), action: t('records.leave.action') })
  const remove = useDeleteRecord(table, () => leave(list))
  const onDirty = useCallback((dirty: boolean) => setDirty(dirty), [])
  const onSaved = (saved: RecordRow, next: 'stay' | 'new') => {
    client.setQueryData(recordQuery(table, saved.id).queryKey, saved)
    void forgetRecords(client, table)
    if (record) return
    if (next === 'new') setRound(round + 1)
    else leave(back ?? `${list}/${saved.id}`)
  }
  const owner = entity.fields.find((field) => 'label' in field && field.uri === 'owner')
  const findOwners = async (text: string, signal: AbortSignal) => (owner ? findLinked(owner, text, signal) : [])
  const assign = async (known: RecordRow, ownerId: string) => {
    await patchRecord(table, known.id, { owner_id: ownerId }, known['@odata.etag'])
    // Whoever gives a record away may not see it any more.
    await forgetRecords(client, table)
  }
  return (
    <>
      <PageHeader
        title={
          <>
            {title}
            {isDirty && <span title={t('records.unsaved')}> •</span>}
          </>
        }
        crumbs={[{ label: entity.collectionname, href: list }]}
        {...(record && {
          actions: (
            <Suspense>
              <ShareActions
                {...{ envid, entity }}
                record={{ id: record.id, name: title }}
                findOwners={findOwners}
                onAssign={entity.editable ? (ownerId) => assign(record, ownerId) : undefined}
              />
            </Suspense>
          ),
        })}
      />
      {record && <RecordTabs hasRelated={model !== undefined && hasRelated(model, entity)} hasHistory={hasHistory} />}
      {isRelated && (
        <div className="@container mx-auto min-h-0 w-full max-w-280 flex-1 overflow-auto">
          <Suspense>
            <RelatedRecords {...{ table }} id={record.id} />
          </Suspense>
        </div>
      )}
      {isPast && (
        <div className="@container mx-auto w-full max-w-280">
          <Suspense>
            <RecordHistory {...{ table, record }} />
          </Suspense>
        </div>
      )}
      <div
        className={classes('mx-auto flex min-h-0 w-full max-w-280 flex-1 flex-col', (isPast || isRelated) && 'hidden')}
      >
        <RecordForm
          key={`${record?.id} ${round}`}
          {...{ table, record, findLinked, onSaved, onDirty }}
          {...(given ? { given } : {})}
          onCancel={() => leave(back ?? list)}
          {...(record ? { onDelete: () => void remove(record) } : {})}
        />
      </div>
    </>
  )
}
