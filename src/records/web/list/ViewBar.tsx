import { useState } from 'react'
import { useUndoToast } from '#changes/web/undoToast.ts'
import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useStaleSave, type StaleSave } from '#entities/web/useStaleSave.ts'
import { useMaker } from '#environments/web/maker.ts'
import type { TextKey } from '#language/translate.ts'
import { isOpen } from '#entities/extension.ts'
import { useIsOn } from '#entities/web/features.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { freeName } from '#views/defaultView.ts'
import { viewById } from '#views/model.ts'
import type { View } from '#views/view.ts'
import { useCreateView, useUpdateView } from '#views/web/views.client.ts'
import { ViewDialog } from '#views/web/ViewDialog.tsx'
import type { RecordsTable } from '#records/web/records.client.ts'
import type { ViewState } from '#records/web/list/useViewState.ts'

type ViewBarProps = {
  readonly table: RecordsTable
  readonly state: ViewState
  readonly view: View
  /** Why the bar is there: the page shows otherwise than the view says, or a new one is wanted. */
  readonly isNaming: boolean
  readonly onNaming: (isNaming: boolean) => void
}

/** What was changed on the page can be kept: in the view, as another one, or not at all. */
export function ViewBar({ table: { envid, entity }, state, view, isNaming, onNaming }: ViewBarProps) {
  const { t } = useLanguage()
  const isMaker = useMaker(envid) === 'maker'
  const mayShare = isMaker && isOpen(entity)
  const mayOwn = useIsOn(envid, 'personalviews', entity.id)
  const update = useUpdateView(envid, entity.id)
  const create = useCreateView(envid, entity.id)
  const undoToast = useUndoToast(envid)
  const [isSaving, setSaving] = useState(false)
  const mayChange = (view.personal || isMaker) && !view.managed
  const { save, stale, resolve, giveUp } = useStaleSave<View>({
    environmentId: envid,
    send: (changes, version) => update.mutateAsync({ ...changes, id: view.id, version }),
    find: (model) => viewById(model, view.id),
    onSaved: (saved) => {
      if (saved.personal) toast({ kind: 'done', text: t('views.saved', { name: saved.name }) })
      else undoToast(t('views.saved', { name: saved.name }), saved.change_id)
      state.reset()
    },
  })
  const fail = (error: unknown) => toast({ kind: 'failed', text: sayFault(t, error).text })
  const keep = async (work: () => Promise<void>) => {
    setSaving(true)
    await work()
      .catch(fail)
      .finally(() => setSaving(false))
  }
  return (
    <>
      {state.isUnsaved && (
        <div
          role="region"
          aria-label={t('views.unsaved')}
          className="flex min-h-toolbar shrink-0 flex-wrap items-center gap-2 border-b border-line bg-selection px-4 py-1"
        >
          <span className="min-w-40 flex-1 truncate max-sm:basis-full">
            {t('views.unsavedOf', { name: view.name })}
          </span>
          <Button kind="quiet" onPress={state.reset}>
            {t('views.reset')}
          </Button>
          {(mayOwn || mayShare) && <Button onPress={() => onNaming(true)}>{t('views.saveAs')}</Button>}
          {mayChange && (
            <Button kind="primary" isPending={isSaving} onPress={() => void keep(() => save(view, state.changes))}>
              {t('views.save')}
            </Button>
          )}
        </div>
      )}
      {isNaming && (
        <ViewDialog
          {...{ envid, isMaker }}
          title={t('views.new')}
          action={t('views.create')}
          first={{
            name: freeName(
              view.name,
              state.views.map(({ name }) => name),
            ),
            description: null,
            personal: !mayShare,
            visible_to: [],
          }}
          ownership={mayShare && mayOwn ? 'choice' : 'fixed'}
          onSave={async (details) => {
            const made = await create.mutateAsync({ ...state.content, ...details })
            state.openView(made.id)
          }}
          onClose={() => onNaming(false)}
        />
      )}
      {stale && (
        <Dialog
          role="alertdialog"
          width="small"
          isOpen
          title={t('views.stale.title')}
          onClose={giveUp}
          footer={
            <>
              <Button onPress={giveUp}>{t('design.cancel')}</Button>
              <Button kind="primary" onPress={() => void keep(() => resolve(mineOf(stale)))}>
                {t('views.stale.save')}
              </Button>
            </>
          }
        >
          <p>
            {t('views.stale.text', {
              parts: stale.conflicts.map(({ property }) => t(`views.property.${property}` as TextKey)).join(', '),
            })}
          </p>
        </Dialog>
      )}
    </>
  )
}

function mineOf({ conflicts }: StaleSave<View>): Partial<View> {
  return Object.fromEntries(conflicts.map(({ property, mine }) => [property, mine]))
}
