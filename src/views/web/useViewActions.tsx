import { Copy, Pencil, Trash2, UserRound, Users } from 'lucide-react'
import { useUndoToast } from '#changes/web/undoToast.ts'
import { confirm } from '#design/web/overlay/confirm.ts'
import type { MenuAction } from '#design/web/overlay/Menu.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import type { EntityPlace } from '#entities/web/EntityFrame.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import type { View } from '#views/view.ts'
import { useDeleteView, useOwnDefault, useUpdateView } from '#views/web/views.client.ts'

/** What somebody wants of the views of a table: a new one, a copy, or other names and owners of one. */
export type ViewRequest = { readonly kind: 'new' | 'copy' | 'details'; readonly view: View | undefined }

/** Whose the view is that is changed, and which one opens by itself for the reader. */
type ViewRights = {
  readonly isMaker: boolean
  readonly mayOwn: boolean
  readonly mayShare: boolean
  /** The reader's own default. */
  readonly own: string | null | undefined
}

/** What can be done with a view of a table: each action as a line of its menu, and the answer that tells of it. */
export function useViewActions(
  { environmentId, entity }: Pick<EntityPlace, 'environmentId' | 'entity'>,
  { isMaker, mayOwn, mayShare, own }: ViewRights,
  onAsk: (asked: ViewRequest) => void,
) {
  const { t } = useLanguage()
  const update = useUpdateView(environmentId, entity.id)
  const remove = useDeleteView(environmentId, entity.id)
  const ownDefault = useOwnDefault(environmentId, entity.id)
  const undoToast = useUndoToast(environmentId)
  const mayChange = (view: View) => (view.personal || isMaker) && !view.managed
  const done = (view: View, text: string) =>
    view.personal ? toast({ kind: 'done', text }) : undoToast(text, view.change_id)
  const fail = (error: unknown) => toast({ kind: 'failed', text: sayFault(t, error).text })

  const makeDefault = (view: View) =>
    void update
      .mutateAsync({ id: view.id, version: view.version, default: true })
      .then((saved) => done(saved, t('views.list.nowDefault', { name: saved.name })))
      .catch(fail)
  const deleteView = async (view: View) => {
    const isSure = await confirm({
      title: t('views.list.deleteAsk', { name: view.name }),
      text: t(view.personal ? 'views.list.deletePersonal' : 'entities.delete.canUndo'),
      action: t('views.list.delete'),
      danger: true,
    })
    if (!isSure) return
    await remove
      .mutateAsync(view.id)
      .then(({ change_id: changeId }) => {
        const text = t('views.list.deleted', { name: view.name })
        if (changeId === null) toast({ kind: 'done', text })
        else undoToast(text, changeId)
      })
      .catch(fail)
  }
  const actionsOf = (view: View): readonly MenuAction[] => [
    ...(mayChange(view)
      ? [
          {
            id: 'edit',
            label: t('views.list.edit'),
            icon: <Pencil />,
            href: `/${environmentId}/entity/${entity.id}?view=${view.id}&edit=view`,
          },
          {
            id: 'details',
            label: t('views.list.details'),
            icon: <Pencil />,
            onAction: () => onAsk({ kind: 'details', view }),
          },
        ]
      : []),
    ...(mayOwn || mayShare
      ? [{ id: 'copy', label: t('views.list.copy'), icon: <Copy />, onAction: () => onAsk({ kind: 'copy', view }) }]
      : []),
    ...(mayChange(view) && !view.personal && !view.default
      ? [
          {
            id: 'default',
            label: t('views.list.makeDefault'),
            icon: <Users />,
            onAction: () => makeDefault(view),
          },
        ]
      : []),
    {
      id: 'own',
      label: t(view.id === own ? 'views.list.leaveOwnDefault' : 'views.list.makeOwnDefault'),
      icon: <UserRound />,
      onAction: () => void ownDefault.mutateAsync(view.id === own ? null : view.id).catch(fail),
    },
    ...(mayChange(view) && !view.default
      ? [
          {
            id: 'delete',
            label: t('views.list.delete'),
            icon: <Trash2 />,
            danger: true,
            onAction: () => void deleteView(view),
          },
        ]
      : []),
  ]
  return { actionsOf, done }
}
