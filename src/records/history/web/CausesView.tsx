import { useQueryClient } from '@tanstack/react-query'
import { History, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { confirm } from '#design/web/overlay/confirm.ts'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import { RelativeTime } from '#design/web/dates/RelativeTime.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { sayJob } from '#jobs/web/sayJob.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import type { CauseRecord } from '#records/history/cause.ts'
import { ListState } from '#records/history/web/ListState.tsx'
import { sayCause } from '#records/history/web/sayCause.ts'
import { forgetRecords } from '#records/web/records.client.ts'
import { useCauses, useForgetCauses, useUndoCause } from '#records/web/bulk/work.client.ts'
import { WorkProgress } from '#records/web/bulk/WorkProgress.tsx'

type CausesViewProps = { readonly envid: string; readonly entity: EntityDefinition }

/** The causes by which records of a table were written, each with its undo. */
export function CausesView({ envid, entity }: CausesViewProps) {
  const { t } = useLanguage()
  const client = useQueryClient()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useCauses(envid, entity.id)
  const undo = useUndoCause(envid)
  const forget = useForgetCauses(envid)
  const [jobId, setJobId] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const causes = data?.pages.flatMap(({ value }) => value)

  const ask = async ({ id, kind }: CauseRecord) => {
    setFailure(undefined)
    const isSure = await confirm({
      title: t('records.causes.ask.title'),
      text: t('records.causes.ask.text'),
      action: t('records.causes.undo'),
    })
    if (!isSure) return
    undo.mutate(
      { id, kind },
      {
        onSuccess: ({ job_id }) => setJobId(job_id),
        onError: (reason) => setFailure(sayFault(t, reason).text),
      },
    )
  }
  const onEnded = () => {
    forget()
    void forgetRecords(client, { envid, entity })
  }
  return (
    <div className="mx-auto flex w-full max-w-340 flex-col gap-3 p-4 sm:p-6">
      <p className="text-muted">{t('records.causes.hint')}</p>
      {failure !== undefined && (
        <Banner kind="error" onClose={() => setFailure(undefined)}>
          {failure}
        </Banner>
      )}
      {jobId !== undefined && (
        <WorkProgress key={jobId} {...{ envid, jobId, onEnded }} onClose={() => setJobId(undefined)} />
      )}
      <ListState error={error} isLoaded={data !== undefined} onRetry={refetch} />
      {causes?.length === 0 && !hasNextPage && <EmptyState icon={<History />} text={t('records.causes.none')} />}
      {causes && causes.length > 0 && (
        <ol aria-label={t('records.causes.title')} className="divide-y divide-line rounded-card border border-line">
          {causes.map((cause) => (
            <CauseLine
              key={`${cause.kind} ${cause.id}`}
              {...{ envid, entity, cause }}
              isPending={undo.isPending && undo.variables.id === cause.id}
              onUndo={() => void ask(cause)}
            />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button className="self-center" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('records.causes.older')}
        </Button>
      )}
    </div>
  )
}

type CauseLineProps = CausesViewProps & {
  readonly cause: CauseRecord
  readonly isPending: boolean
  readonly onUndo: () => void
}

function CauseLine({ envid, entity, cause, isPending, onUndo }: CauseLineProps) {
  const { t } = useLanguage()
  const { counts, record, job, undo, entities } = cause
  const said = (['created', 'updated', 'deleted'] as const).flatMap((kind) =>
    counts[kind] > 0 ? [t(`records.causes.counts.${kind}`, { count: counts[kind] })] : [],
  )
  const isAlive = record !== null && counts.deleted === 0
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap gap-x-2 font-medium wrap-anywhere">
          <span>{job ? sayJob(t, job) : sayCause(t, cause)}</span>
          {record &&
            (isAlive ? (
              <PageLink href={`/${envid}/entity/${entity.id}/${record.id}`} className={linkClass}>
                {record.name || t('records.unnamed')}
              </PageLink>
            ) : (
              <span>{record.name || t('records.unnamed')}</span>
            ))}
        </p>
        <p className="flex flex-wrap gap-x-1.5 text-label text-muted">
          <span>
            {said.join(', ')}
            {counts.more && ` ${t('records.causes.counts.more')}`}
            {entities.length > 1 && ` ${t('records.causes.tables', { count: entities.length })}`}
          </span>
          <span aria-hidden>·</span>
          <span>{cause.by ?? t('records.past.unknown')}</span>
          <span aria-hidden>·</span>
          <RelativeTime value={new Date(cause.last_on)} />
        </p>
      </div>
      {undo && (
        <span className="text-label text-muted">
          {t(undo.state === 'done' ? 'records.causes.undone' : 'records.causes.undoing')}
        </span>
      )}
      {cause.undoable && (
        <Button kind="quiet" icon={<Undo2 aria-hidden />} isPending={isPending} onPress={onUndo}>
          {t('records.causes.undo')}
        </Button>
      )}
    </li>
  )
}
