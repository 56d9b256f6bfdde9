import { useTrashActions } from '#records/history/web/useTrashActions.ts'
import { TrashToolbar } from '#records/history/web/TrashToolbar.tsx'
import { Search, Trash2 } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { useEnvironment } from '#environments/web/environments.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { mostRestored } from '#records/history/trash.ts'
import { ListState } from '#records/history/web/ListState.tsx'
import { RestoreChildren } from '#records/history/web/RestoreChildren.tsx'
import { RestoreRefused } from '#records/history/web/RestoreRefused.tsx'
import type { RecordsTable } from '#records/web/records.client.ts'
import { useTrash } from '#records/history/web/trash.client.ts'
import { TrashLine } from '#records/history/web/TrashLine.tsx'

/** Deleted records to look through, to bring back or to let go for good. */
export function TrashView({ table }: { readonly table: RecordsTable }) {
  const { t } = useLanguage()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useTrash(table, search)
  const { data: environment } = useEnvironment(table.envid)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const actions = useTrashActions(table, () => setPicked(new Set()))
  const { restore, purge, askRestore, failure, setFailure } = actions
  const items = data?.pages.flatMap(({ value }) => value)
  const chosen = (items ?? []).filter(({ id }) => picked.has(id)).slice(0, mostRestored)
  const isBusy = restore.isPending || purge.isPending
  const toggle = (id: string, isOn: boolean) => {
    const next = new Set(picked)
    if (isOn) next.add(id)
    else next.delete(id)
    setPicked(next)
  }

  return (
    <div className="mx-auto flex w-full max-w-340 flex-col gap-3 p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{t('records.trash.hint')}</p>
        <div className="control flex h-8 w-64 items-center max-sm:w-full">
          <Search size={14} className="ml-2.5 shrink-0 text-muted" aria-hidden />
          <input
            type="search"
            aria-label={t('records.trash.search')}
            placeholder={t('records.trash.search')}
            value={typed}
            maxLength={250}
            onChange={(event) => setTyped(event.target.value)}
            className="h-full w-full min-w-0 rounded-control bg-transparent px-2 outline-none"
          />
        </div>
      </div>
      {failure !== undefined && (
        <Banner kind="error" onClose={() => setFailure(undefined)}>
          {failure}
        </Banner>
      )}
      <ListState error={error} isLoaded={data !== undefined} onRetry={refetch} />
      {items?.length === 0 && (
        <EmptyState icon={<Trash2 />} text={t(search === '' ? 'records.trash.none' : 'records.trash.nothingFound')} />
      )}
      {items && items.length > 0 && (
        <div className="rounded-card border border-line">
          <TrashToolbar
            {...{ items, chosen, actions }}
            mayPurge={environment?.administrator === true}
            onPick={setPicked}
          />
          <ul aria-label={t('records.trash.title')} className="divide-y divide-line">
            {items.map((item) => (
              <TrashLine
                key={item.id}
                item={item}
                isPicked={picked.has(item.id)}
                isBusy={isBusy}
                onPick={(isOn) => toggle(item.id, isOn)}
                onRestore={() => askRestore([item])}
              />
            ))}
          </ul>
        </div>
      )}
      {hasNextPage && (
        <Button className="self-center" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('records.trash.older')}
        </Button>
      )}
      <RestoreDialogs {...{ table, actions }} />
    </div>
  )
}

type RestoreDialogsProps = { readonly table: RecordsTable; readonly actions: ReturnType<typeof useTrashActions> }

/** What has to be decided before records come back, and which of them could not. */
function RestoreDialogs({ table, actions }: RestoreDialogsProps) {
  const { send, asked, setAsked, refused, setRefused } = actions
  return (
    <>
      {asked.length > 0 && (
        <RestoreChildren
          count={asked.reduce((sum, { children }) => sum + children, 0)}
          onAnswer={(children) => {
            setAsked([])
            send({ ids: asked.map(({ id }) => id), children })
          }}
          onClose={() => setAsked([])}
        />
      )}
      {refused.length > 0 && (
        <RestoreRefused
          table={table}
          records={refused}
          onClose={() => setRefused([])}
          onLeave={() => {
            const own = refused.filter(({ entity_id }) => entity_id === table.entity.id)
            setRefused([])
            send({ ids: own.map(({ id }) => id), unfit: 'left' })
          }}
        />
      )}
    </>
  )
}
