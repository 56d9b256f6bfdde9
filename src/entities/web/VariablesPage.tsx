import { useSearch } from '@tanstack/react-router'
import { Plus, Variable as VariableIcon } from 'lucide-react'
import { useState } from 'react'
import { useUndoToast } from '#changes/web/undoToast.ts'
import { Button } from '#design/web/button/Button.tsx'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { ResizablePanel } from '#design/web/layout/ResizablePanel.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { DeleteDialog } from '#entities/web/DeleteDialog.tsx'
import { VariablePanel } from '#entities/web/VariablePanel.tsx'
import { VariableTable } from '#entities/web/VariableTable.tsx'
import { useDeleteVariable, useVariables } from '#entities/web/variables.client.ts'
import type { VariableRecord } from '#entities/wire.ts'
import { useMaker } from '#environments/web/maker.ts'
import { MakerBanner } from '#environments/web/MakerBanner.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useEnvironmentId, useGo } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

const fresh = 'new'

/** The values of an environment that expressions read, and beside them the one that is being looked at or made. */
export function VariablesPage() {
  const { t, number } = useLanguage()
  const eid = useEnvironmentId()
  const isMaker = useMaker(eid) === 'maker'
  const { data: variables, error, refetch } = useVariables(eid, isMaker)
  const { variable: wanted }: { variable?: unknown } = useSearch({ strict: false })
  const go = useGo()
  const [doomed, setDoomed] = useState<VariableRecord>()
  useTitle(t('variables.title'))
  const address = `/${eid}/variables`
  const open = (id: string) => go(`${address}?variable=${id}`)
  const close = () => go(address)
  const chosen = variables?.find(({ id }) => id === wanted)
  const add = (
    <Button kind="primary" icon={<Plus aria-hidden />} onPress={() => open(fresh)}>
      {t('variables.new')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('variables.title')}
        beside={variables && <span className="text-muted tabular-nums">{number(variables.length)}</span>}
        actions={isMaker && add}
      />
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col gap-4 overflow-auto p-4 sm:p-6">
          <MakerBanner environmentId={eid} />
          <p className="text-muted">{t('variables.text')}</p>
          {error && !variables && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
          {isMaker && !variables && !error && (
            <Loading>
              <Skeleton className="h-40" />
            </Loading>
          )}
          {variables?.length === 0 && (
            <EmptyState icon={<VariableIcon />} text={t('variables.none')}>
              {add}
            </EmptyState>
          )}
          {variables && variables.length > 0 && (
            <VariableTable environmentId={eid} variables={variables} chosenId={chosen?.id} onOpen={open} />
          )}
        </div>
        {variables && (chosen ?? wanted === fresh) && (
          <ResizablePanel label={chosen?.key ?? t('variables.new')} name="variable" onClose={close}>
            <VariablePanel
              key={chosen ? `${chosen.id} ${chosen.version}` : fresh}
              environmentId={eid}
              variable={chosen}
              onClose={close}
              onDelete={setDoomed}
            />
          </ResizablePanel>
        )}
      </div>
      {doomed && (
        <DeleteVariable
          environmentId={eid}
          variable={doomed}
          onClose={() => setDoomed(undefined)}
          onDeleted={() => {
            setDoomed(undefined)
            close()
          }}
        />
      )}
    </>
  )
}

type DeleteVariableProps = {
  readonly environmentId: string
  readonly variable: VariableRecord
  readonly onClose: () => void
  readonly onDeleted: () => void
}

function DeleteVariable({ environmentId, variable, onClose, onDeleted }: DeleteVariableProps) {
  const { t } = useLanguage()
  const remove = useDeleteVariable(environmentId)
  const undoToast = useUndoToast(environmentId)
  const { id, key } = variable
  return (
    <DeleteDialog
      environmentId={environmentId}
      title={t('entities.delete.ask', { name: key })}
      operation={{ kind: 'variable.delete', id }}
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onDelete={() =>
        remove.mutate(id, {
          onSuccess: ({ change_id }) => {
            undoToast(t('entities.delete.done', { name: key }), change_id)
            onDeleted()
          },
        })
      }
    />
  )
}
