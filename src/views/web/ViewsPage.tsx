import { ViewLine } from '#views/web/ViewLine.tsx'
import { EditViewDialog } from '#views/web/EditViewDialog.tsx'
import { useViewActions, type ViewRequest } from '#views/web/useViewActions.tsx'
import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Table } from '#design/web/layout/Table.tsx'
import { isOpen } from '#entities/extension.ts'
import { EntityFrame, type EntityPlace } from '#entities/web/EntityFrame.tsx'
import { useMaker } from '#environments/web/maker.ts'
import { useIsOn } from '#entities/web/features.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { viewsOf } from '#views/model.ts'
import type { ViewSpeeds } from '#views/viewSpeed.ts'
import { PaceMark } from '#views/web/SpeedMark.tsx'
import { useRoleNames } from '#views/web/roles.client.ts'
import { openingView, readerIn } from '#views/wire.ts'

type Above = {
  /** Shows something that knows how quickly the views of a table open; undefined until that is known. */
  readonly withPaces: (place: EntityPlace, show: (paces: ViewSpeeds | undefined) => ReactNode) => ReactNode
}

/** The views of a table: what each shows, whose it is, how quickly it opens, and which opens by itself. */
export function ViewsPage({ withPaces }: Above) {
  const { t } = useLanguage()
  return (
    <EntityFrame title={t('entities.tabs.views')}>
      {(place) => withPaces(place, (paces) => <Views key={place.entity.id} {...place} paces={paces} />)}
    </EntityFrame>
  )
}

function Views({ environmentId, entity, model, paces }: EntityPlace & { readonly paces: ViewSpeeds | undefined }) {
  const { t } = useLanguage()
  const isMaker = useMaker(environmentId) === 'maker'
  const mayOwn = useIsOn(environmentId, 'personalviews', entity.id)
  const views = viewsOf(model, entity.id)
  const reader = readerIn(model)
  const own = reader?.defaults[entity.id]
  const opening = openingView(views, entity.id, reader)
  const [asked, setAsked] = useState<ViewRequest>()
  const mayShare = isMaker && isOpen(entity)
  const rights = { isMaker, mayOwn, mayShare, own }
  const { actionsOf, done } = useViewActions({ environmentId, entity }, rights, setAsked)
  const roles = useRoleNames(environmentId, isMaker && views.some((view) => view.visible_to.length > 0))
  const columns = [
    { id: 'name', title: t('views.name') },
    { id: 'kind', title: t('views.list.kind'), className: 'max-sm:hidden' },
    { id: 'columns', title: t('views.list.columns'), className: 'max-lg:hidden' },
    { id: 'owner', title: t('views.list.owner'), className: 'max-md:hidden' },
    ...(isMaker ? [{ id: 'pace', title: t('views.pace.title'), className: 'max-sm:hidden' }] : []),
    { id: 'actions', title: t('views.list.actions'), titleHidden: true, className: 'w-10' },
  ]
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto p-4 sm:p-6">
      {entity.managed && !isOpen(entity) && <Banner kind="locked">{t('fault.managed.create')}</Banner>}
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-60 flex-1 text-muted">{t('views.list.text')}</p>
        {(mayOwn || mayShare) && (
          <Button kind="primary" icon={<Plus aria-hidden />} onPress={() => setAsked({ kind: 'new', view: undefined })}>
            {t('views.new')}
          </Button>
        )}
      </div>
      <div className="overflow-x-auto rounded-card border border-line">
        <Table caption={t('entities.tabs.views')} columns={columns}>
          {views.map((view) => (
            <ViewLine
              key={view.id}
              {...{ view, entity, roles }}
              records={`/${environmentId}/entity/${entity.id}`}
              actions={actionsOf(view)}
              isOwnDefault={view.id === opening?.id}
              pace={isMaker ? <PaceMark pace={paces?.get(view.id)} name={view.name} /> : undefined}
            />
          ))}
        </Table>
      </div>
      {asked && (
        <EditViewDialog
          place={{ environmentId, entity }}
          {...{ asked, views, rights }}
          onDone={done}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}
