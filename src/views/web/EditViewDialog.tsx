import type { ViewRequest } from '#views/web/useViewActions.tsx'
import type { EntityPlace } from '#entities/web/EntityFrame.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useGo } from '#platform/web/routeParams.ts'
import { freeName } from '#views/defaultView.ts'
import { contentOf, neutralContent, type View } from '#views/view.ts'
import { useCreateView, useUpdateView } from '#views/web/views.client.ts'
import { ViewDialog } from '#views/web/ViewDialog.tsx'

type EditViewDialogProps = {
  readonly place: Pick<EntityPlace, 'environmentId' | 'entity'>
  readonly asked: ViewRequest
  readonly views: readonly View[]
  readonly rights: { readonly isMaker: boolean; readonly mayOwn: boolean; readonly mayShare: boolean }
  readonly onDone: (view: View, text: string) => void
  readonly onClose: () => void
}

/** Makes a view of a table, copies one, or changes its names and whose it is. */
export function EditViewDialog({ place, asked, views, rights, onDone, onClose }: EditViewDialogProps) {
  const { environmentId, entity } = place
  const { isMaker, mayOwn, mayShare } = rights
  const { t } = useLanguage()
  const go = useGo()
  const create = useCreateView(environmentId, entity.id)
  const update = useUpdateView(environmentId, entity.id)
  return (
    <ViewDialog
      envid={environmentId}
      isMaker={isMaker}
      title={
        asked.kind === 'new'
          ? t('views.new')
          : t(asked.kind === 'copy' ? 'views.list.copyOf' : 'views.editOf', { name: asked.view?.name ?? '' })
      }
      action={t(asked.kind === 'details' ? 'views.save' : 'views.create')}
      ownership={asked.kind !== 'details' && mayShare && mayOwn ? 'choice' : 'fixed'}
      first={
        asked.kind === 'details' && asked.view
          ? asked.view
          : {
              name: freeName(
                asked.view?.name ?? t('views.new'),
                views.map(({ name }) => name),
              ),
              description: asked.view?.description ?? null,
              personal: !mayShare,
              visible_to: asked.view?.visible_to ?? [],
            }
      }
      onSave={async ({ name, description, personal, visible_to }) => {
        if (asked.kind === 'details' && asked.view) {
          const { id, version } = asked.view
          const saved = await update.mutateAsync({
            id,
            version,
            name,
            description,
            ...(personal ? {} : { visible_to }),
          })
          return onDone(saved, t('views.saved', { name: saved.name }))
        }
        const content = asked.view ? contentOf(asked.view) : neutralContent
        const made = await create.mutateAsync({
          ...content,
          name,
          description,
          personal,
          ...(personal ? {} : { visible_to }),
        })
        onDone(made, t('views.made', { name: made.name }))
        go(`/${environmentId}/entity/${entity.id}?view=${made.id}&edit=view`)
      }}
      onClose={onClose}
    />
  )
}
