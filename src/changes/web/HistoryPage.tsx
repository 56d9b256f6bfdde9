import { History } from 'lucide-react'
import { useState } from 'react'
import { ChangeLine } from '#changes/web/ChangeLine.tsx'
import { useHistory, useUndoChange } from '#changes/web/changes.client.ts'
import type { ChangeRecord } from '#changes/wire.ts'
import { Banner } from '#design/web/Banner.tsx'
import { Button } from '#design/web/Button.tsx'
import { confirm } from '#design/web/confirm.ts'
import { EmptyState } from '#design/web/EmptyState.tsx'
import { ErrorState } from '#design/web/ErrorState.tsx'
import { PageHeader } from '#design/web/PageHeader.tsx'
import { Loading, Skeleton } from '#design/web/Skeleton.tsx'
import { toast } from '#design/web/toast.ts'
import { useMaker } from '#environments/web/maker.ts'
import { MakerBanner } from '#environments/web/MakerBanner.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useEnvironmentId } from '#platform/web/place.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

/** What was changed in the environment's definitions, by whom, and the way back. */
export function HistoryPage() {
  const { t } = useLanguage()
  const eid = useEnvironmentId()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useHistory(eid)
  useTitle(t('changes.title'))
  const changes = data?.pages.flatMap((page) => page.value)
  return (
    <>
      <PageHeader title={t('changes.title')} />
      <div className="mx-auto flex w-full max-w-340 flex-col gap-4 p-4 sm:p-6">
        <MakerBanner environmentId={eid} />
        {error && !data && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
        {!data && !error && <Waiting />}
        {changes?.length === 0 && <EmptyState icon={<History />} text={t('changes.none')} />}
        {changes && changes.length > 0 && <Changes environmentId={eid} changes={changes} />}
        {error && data && <Banner kind="error">{sayFault(t, error).text}</Banner>}
        {hasNextPage && (
          <Button className="self-center" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {t('changes.more')}
          </Button>
        )}
      </div>
    </>
  )
}

type Refusal = { readonly id: string; readonly text: string }

function Changes({ environmentId, changes }: { environmentId: string; changes: readonly ChangeRecord[] }) {
  const { t } = useLanguage()
  const undo = useUndoChange(environmentId)
  const isMaker = useMaker(environmentId) === 'maker'
  const [refusal, setRefusal] = useState<Refusal>()

  const askUndo = async (change: ChangeRecord) => {
    setRefusal(undefined)
    const what = change.sentences.map(({ key, values }) => t(key, values)).join('; ')
    const isSure = await confirm({
      title: t('changes.undo.title'),
      text: t('changes.undo.text', { what }),
      action: t('design.undo'),
    })
    if (!isSure) return
    undo.mutate(change.id, {
      onSuccess: () => toast({ kind: 'done', text: t('changes.undone') }),
      onError: (error) => setRefusal({ id: change.id, text: sayFault(t, error).text }),
    })
  }
  return (
    <ol aria-label={t('changes.title')} className="divide-y divide-line rounded-card border border-line">
      {changes.map((change) => (
        <ChangeLine
          key={change.id}
          change={change}
          refusal={refusal?.id === change.id ? refusal.text : undefined}
          isPending={undo.isPending && undo.variables === change.id}
          onUndo={isMaker && change.undone_by_id === null ? () => void askUndo(change) : undefined}
        />
      ))}
    </ol>
  )
}

function Waiting() {
  return (
    <Loading>
      <div className="flex flex-col gap-6 py-3">
        {['w-3/5', 'w-2/5', 'w-1/2', 'w-3/4', 'w-1/3'].map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </div>
    </Loading>
  )
}
