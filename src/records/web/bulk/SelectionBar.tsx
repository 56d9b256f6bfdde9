import { PencilLine, Trash2, UserRoundCheck, X } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import type { FindLinked } from '#attributes/web/control.ts'
import { allRows, noRows, selectedCount, type RowSelection } from '#design/selection.ts'
import { Button } from '#design/web/button/Button.tsx'
import { confirm } from '#design/web/overlay/confirm.ts'
import { toast } from '#design/web/feedback/toast.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { useIsOn } from '#entities/web/features.client.ts'
import type { Translate } from '#language/translate.ts'
import { useLanguage, withTexts } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { selectionQuery, type PlainListing } from '#views/listing.ts'
import { hasDependants, type ManyConsequences } from '#records/consequence.ts'
import { foreseeDeletions } from '#records/web/consequence.client.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import type { RecordPatch } from '#records/web/recordChanges.client.ts'
import { startBulk, useUndoCause } from '#records/web/bulk/work.client.ts'
import type { BulkDraft } from '#records/work.ts'
import type { FindOwners } from '#security/web/members/AssignDialog.tsx'
import { useIsKeptFrom, useMayAct } from '#security/web/self.client.ts'

type SelectionBarProps = {
  readonly table: RecordsTable
  readonly listing: PlainListing
  readonly selection: RowSelection
  readonly total: number
  readonly findLinked: FindLinked
  readonly onSelection: (selection: RowSelection) => void
  /** Something has changed. */
  readonly onDone: () => void
}

/** What is under way, and whether it is the way back from what was done before. */
type Work = { readonly jobId: string; readonly isUndo: boolean }

const BulkEditDialog = lazy(async () => ({
  default: (await import('#records/web/bulk/BulkEditDialog.tsx')).BulkEditDialog,
}))
const AssignDialog = lazy(async () => ({
  default: (await withTexts(import('#security/web/members/AssignDialog.tsx'), ['security'])).AssignDialog,
}))
const WorkProgress = lazy(async () => ({
  default: (
    await withTexts(import('#records/web/bulk/WorkProgress.tsx'), [
      'attributes',
      'changes',
      'design',
      'entities',
      'jobs',
      'platform',
      'records',
      'records/exchange',
      'records/history',
    ])
  ).WorkProgress,
}))

async function sayLater(t: Translate, foreseen: ManyConsequences): Promise<string> {
  const { sayConsequences } = await withTexts(import('#records/sayConsequences.ts'), ['records/history'])
  return sayConsequences(t, foreseen)
}

/** What can be done with the ticked rows, or with all that the list shows; and how far that has come. */
export function SelectionBar(props: SelectionBarProps) {
  const { table, listing, selection, total, findLinked, onSelection, onDone } = props
  const { t } = useLanguage()
  const [work, setWork] = useState<Work>()
  const [open, setOpen] = useState<'edit' | 'assign'>()
  const { data: model } = useModel(table.envid)
  const undo = useUndoCause(table.envid)
  const count = selectedCount(selection, total)
  const onEnded = useCallback(() => onDone(), [onDone])
  if (count === 0 && !work) return null

  const records: BulkDraft['records'] =
    selection.kind === 'some'
      ? { ids: [...selection.keys] }
      : { query: selectionQuery(table.entity, listing), except: [...selection.except] }
  const start = async (draft: BulkDraft) => {
    const { job_id } = await startBulk(table, draft)
    onSelection(noRows)
    setWork({ jobId: job_id, isUndo: false })
  }
  const begin = async (draft: BulkDraft) => {
    try {
      await start(draft)
    } catch (error) {
      toast({ kind: 'failed', text: sayFault(t, error).text })
    }
  }
  const remove = async () => {
    // Who cannot be told what else goes is still asked whether the records shall.
    const foreseen =
      model && hasDependants(model, table.entity)
        ? await foreseeDeletions(table, records).catch(() => undefined)
        : undefined
    const others = foreseen ? await sayLater(t, foreseen) : ''
    const isSure = await confirm({
      title: t('records.delete.title', { count }),
      text: [t('records.delete.text', { count, name: '' }), others].filter(Boolean).join(' '),
      action: t('records.delete.action'),
      danger: true,
    })
    if (isSure) await begin({ action: 'delete', records })
  }
  const edit = (values: RecordPatch) => {
    setOpen(undefined)
    void begin({ action: 'change', records, values: values as Record<string, string | boolean | null | string[]> })
  }
  const owner = table.entity.fields.find((field) => 'label' in field && field.uri === 'owner')
  const findOwners: FindOwners = async (text, signal) => (owner ? findLinked(owner, text, signal) : [])
  const takeBack = ({ jobId, isUndo }: Work) =>
    undo.mutate(
      { id: jobId, kind: isUndo ? 'undo' : 'bulk' },
      {
        onSuccess: ({ job_id }) => setWork({ jobId: job_id, isUndo: true }),
        onError: (error) => toast({ kind: 'failed', text: sayFault(t, error).text }),
      },
    )
  return (
    <>
      {work && (
        <div className="shrink-0 border-b border-line px-4 py-2">
          <Suspense>
            <WorkProgress
              key={work.jobId}
              envid={table.envid}
              jobId={work.jobId}
              onEnded={onEnded}
              onClose={() => setWork(undefined)}
              onUndo={() => takeBack(work)}
            />
          </Suspense>
        </div>
      )}
      {count > 0 && (
        <SelectionActions
          {...{ table, count, total, onSelection }}
          onEdit={() => setOpen('edit')}
          onAssign={() => setOpen('assign')}
          onDelete={() => void remove()}
        />
      )}
      <Suspense>
        {open === 'edit' && (
          <BulkEditDialog {...{ table, count, findLinked }} onApply={edit} onClose={() => setOpen(undefined)} />
        )}
        {open === 'assign' && (
          <AssignDialog
            {...{ count, findOwners }}
            refused={{
              envid: table.envid,
              entityId: table.entity.id,
              name: table.entity.collectionname,
              action: 'update',
            }}
            onAssign={({ id }) => start({ action: 'change', records, values: { owner_id: id } })}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

type SelectionActionsProps = Pick<SelectionBarProps, 'table' | 'total' | 'onSelection'> & {
  readonly count: number
  readonly onEdit: () => void
  readonly onAssign: () => void
  readonly onDelete: () => void
}

/** How many rows are ticked, and the actions that the member may take on them. */
function SelectionActions(props: SelectionActionsProps) {
  const { table, count, total, onSelection, onEdit, onAssign, onDelete } = props
  const { t } = useLanguage()
  const mayChange = useIsOn(table.envid, 'bulk', table.entity.id) && table.entity.editable
  const mayUpdate = useMayAct(table.envid, table.entity.id, 'update')
  const mayDelete = useMayAct(table.envid, table.entity.id, 'delete')
  const isKeptFromDeleting = useIsKeptFrom(table.envid, 'bulk-delete')
  return (
    <div className="flex min-h-toolbar shrink-0 flex-wrap items-center gap-2 border-b border-line bg-selection px-4 py-1">
      <span role="status" className="font-medium">
        {t('records.bulk.selected', { count })}
      </span>
      {count < total && (
        <Button kind="quiet" onPress={() => onSelection(allRows)}>
          {t('records.bulk.all', { count: total })}
        </Button>
      )}
      {mayChange && mayUpdate && (
        <Button icon={<PencilLine />} onPress={onEdit}>
          {t('records.bulk.edit')}
        </Button>
      )}
      {mayChange && mayUpdate && table.entity.ownership === 'user' && (
        <Button icon={<UserRoundCheck />} onPress={onAssign}>
          {t('records.bulk.assign')}
        </Button>
      )}
      {mayChange && mayDelete && !isKeptFromDeleting && (
        <Button icon={<Trash2 />} onPress={onDelete}>
          {t('records.delete.action')}
        </Button>
      )}
      <Button kind="quiet" icon={<X />} onPress={() => onSelection(noRows)}>
        {t('records.bulk.unselect')}
      </Button>
    </div>
  )
}
