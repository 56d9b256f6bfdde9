import { History } from 'lucide-react'
import { useState } from 'react'
import { ChangeLine, type UndoRefusal } from '#changes/web/ChangeLine.tsx'
import { previewUndo, useHistory, useUndoChange, type HistoryFilter } from '#changes/web/changes.client.ts'
import { HistoryFilters, type NamedTable } from '#changes/web/HistoryFilters.tsx'
import type { DefinitionWords } from '#changes/web/definitionWords.ts'
import { sayImpact, saySentence } from '#changes/web/saySentence.ts'
import type { ChangeRecord } from '#changes/wire.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { confirm } from '#design/web/overlay/confirm.ts'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { LoadingLines } from '#design/web/feedback/LoadingLines.tsx'
import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useMaker } from '#environments/web/maker.ts'
import { MakerBanner } from '#environments/web/MakerBanner.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useEnvironmentId } from '#platform/web/routeParams.ts'
import type { ErrorBody } from '#faults/wire.ts'
import { ApiFault } from '#platform/web/apiFault.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

type HistoryPageProps = { readonly tables?: readonly NamedTable[]; readonly words: DefinitionWords }

/** What was changed in the environment's definitions, by whom, and the way back. */
export function HistoryPage({ tables = [], words }: HistoryPageProps) {
  const { t } = useLanguage()
  const eid = useEnvironmentId()
  const [filter, setFilter] = useState<HistoryFilter>({ entity: '', by: '' })
  const isFiltered = filter.entity !== '' || filter.by !== ''
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useHistory(eid, filter)
  useTitle(t('changes.title'))
  const changes = data?.pages.flatMap((page) => page.value)
  return (
    <>
      <PageHeader title={t('changes.title')} />
      <div className="mx-auto flex w-full max-w-340 flex-col gap-4 p-4 sm:p-6">
        <MakerBanner environmentId={eid} />
        {error && !data && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
        <HistoryFilters filter={filter} people={data?.pages[0]?.people ?? []} tables={tables} onChange={setFilter} />
        {!data && !error && <LoadingLines lines={5} />}
        {changes?.length === 0 && (
          <EmptyState icon={<History />} text={t(isFiltered ? 'changes.noneFound' : 'changes.none')} />
        )}
        {changes && changes.length > 0 && <Changes environmentId={eid} {...{ changes, words }} />}
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

type ChangesProps = {
  readonly environmentId: string
  readonly changes: readonly ChangeRecord[]
  readonly words: DefinitionWords
}

function Changes({ environmentId, changes, words }: ChangesProps) {
  const { t } = useLanguage()
  const undo = useUndoChange(environmentId)
  const isMaker = useMaker(environmentId) === 'maker'
  const [asking, setAsking] = useState<string>()
  const [refusal, setRefusal] = useState<UndoRefusal>()
  const refuse = (id: string) => (error: unknown) =>
    setRefusal({ id, text: sayFault(t, error).text, changes: laterChanges(error) })

  const askUndo = async (change: ChangeRecord) => {
    setRefusal(undefined)
    setAsking(change.id)
    const way = change.undoes_id === null ? 'undo' : 'redo'
    try {
      const { impact, conversions, problems } = await previewUndo(environmentId, change.id)
      const meant = [
        ...problems.map(({ message }) => message),
        ...impact.map((each) => sayImpact(t, each)),
        ...conversions
          .filter(({ since }) => since > 0)
          .map(({ since, name }) => `${name}: ${t('entities.type.since', { count: since })}`),
      ]
      const what = change.sentences.map((sentence) => saySentence(t, sentence)).join('; ')
      const text = [t(`changes.${way}.text`, { what }), ...meant].join(' ')
      const action = t(way === 'undo' ? 'design.undo' : 'changes.redo.action')
      if (!(await confirm({ title: t(`changes.${way}.title`), text, action }))) return
      const done = await undo.mutateAsync(change.id)
      if ('job_id' in done) toast({ kind: 'info', text: t('changes.later') })
      else toast({ kind: 'done', text: t(way === 'undo' ? 'changes.undone' : 'changes.redo.done') })
    } catch (error) {
      refuse(change.id)(error)
    } finally {
      setAsking(undefined)
    }
  }
  return (
    <ol aria-label={t('changes.title')} className="divide-y divide-line rounded-card border border-line">
      {changes.map((change) => (
        <ChangeLine
          key={change.id}
          environmentId={environmentId}
          change={change}
          words={words}
          refusal={refusal?.id === change.id ? refusal : undefined}
          isPending={asking === change.id}
          onUndo={isMaker && change.undone_by_id === null ? () => void askUndo(change) : undefined}
        />
      ))}
    </ol>
  )
}

/** The changes that a refused undo names. */
function laterChanges(error: unknown): UndoRefusal['changes'] {
  const body = error instanceof ApiFault ? (error.body as Partial<ErrorBody> | undefined) : undefined
  const changes = body?.error?.innererror?.['changes']
  return Array.isArray(changes) ? (changes as UndoRefusal['changes']) : []
}
