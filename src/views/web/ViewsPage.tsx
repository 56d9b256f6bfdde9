import { Copy, Ellipsis, Lock, Pencil, Plus, Star, Trash2, UserRound, Users } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { labelOf } from '#attributes/attribute.ts'
import { useUndoToast } from '#changes/web/undoToast.ts'
import { Badge } from '#design/web/display/Badge.tsx'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { confirm } from '#design/web/overlay/confirm.ts'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Menu, type MenuAction } from '#design/web/overlay/Menu.tsx'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import { Table } from '#design/web/layout/Table.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { isOpen } from '#entities/extension.ts'
import { EntityFrame, type EntityPlace } from '#entities/web/EntityFrame.tsx'
import { useMaker } from '#environments/web/maker.ts'
import { useIsOn } from '#entities/web/features.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useGo } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { freeName } from '#views/defaultView.ts'
import { viewsOf } from '#views/model.ts'
import type { ViewSpeeds } from '#views/viewSpeed.ts'
import { PaceMark } from '#views/web/SpeedMark.tsx'
import { contentOf, neutralContent, type View } from '#views/view.ts'
import { fieldNamed } from '#views/viewListing.ts'
import { useRoleNames } from '#views/web/roles.client.ts'
import { useCreateView, useDeleteView, useOwnDefault, useUpdateView } from '#views/web/views.client.ts'
import { ViewDialog } from '#views/web/ViewDialog.tsx'
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

type Asked = { readonly kind: 'new' | 'copy' | 'details'; readonly view: View | undefined }

function Views({ environmentId, entity, model, paces }: EntityPlace & { readonly paces: ViewSpeeds | undefined }) {
  const { t } = useLanguage()
  const go = useGo()
  const isMaker = useMaker(environmentId) === 'maker'
  const mayOwn = useIsOn(environmentId, 'personalviews', entity.id)
  const views = viewsOf(model, entity.id)
  const reader = readerIn(model)
  const own = reader?.defaults[entity.id]
  const opening = openingView(views, entity.id, reader)
  const [asked, setAsked] = useState<Asked>()
  const create = useCreateView(environmentId, entity.id)
  const update = useUpdateView(environmentId, entity.id)
  const remove = useDeleteView(environmentId, entity.id)
  const ownDefault = useOwnDefault(environmentId, entity.id)
  const undoToast = useUndoToast(environmentId)
  const records = `/${environmentId}/entity/${entity.id}`
  const mayShare = isMaker && isOpen(entity)
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
          { id: 'edit', label: t('views.list.edit'), icon: <Pencil />, href: `${records}?view=${view.id}&edit=view` },
          {
            id: 'details',
            label: t('views.list.details'),
            icon: <Pencil />,
            onAction: () => setAsked({ kind: 'details', view }),
          },
        ]
      : []),
    ...(mayOwn || mayShare
      ? [{ id: 'copy', label: t('views.list.copy'), icon: <Copy />, onAction: () => setAsked({ kind: 'copy', view }) }]
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
  const shown = (view: View) => {
    const names = view.columns.flatMap(({ attribute }) => {
      const field = fieldNamed(entity, attribute)
      return field ? [labelOf(field, t)] : []
    })
    return names.length === 0 ? t('views.list.usual') : names.join(', ')
  }
  const roles = useRoleNames(environmentId, isMaker && views.some((view) => view.visible_to.length > 0))
  const whose = ({ personal, visible_to: ids }: View) => {
    if (personal) return t('views.list.mine')
    if (ids.length === 0) return t('views.list.everybody')
    const names = ids.flatMap((id) => roles?.find((role) => role.id === id)?.name ?? [])
    return names.length < ids.length
      ? t('views.list.forSome', { count: ids.length })
      : t('views.list.forRoles', { roles: names.join(', ') })
  }
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
            <tr key={view.id} className="h-row hover:bg-subtle">
              <th scope="row" className="max-w-80 px-3 py-1 font-normal">
                <span className="flex flex-wrap items-center gap-2">
                  <PageLink
                    href={`${records}?view=${view.id}`}
                    title={view.description ?? undefined}
                    className="focus-ring min-w-0 truncate rounded-small font-medium hover:underline"
                  >
                    {view.name}
                  </PageLink>
                  {view.default && <Badge tint="brand">{t('views.list.default')}</Badge>}
                  {view.id === opening?.id && !view.default && (
                    <Badge icon={<Star aria-hidden />}>{t('views.list.ownDefault')}</Badge>
                  )}
                  {view.managed && <Badge icon={<Lock aria-hidden />}>{t('entities.managed')}</Badge>}
                </span>
                <span className="text-label text-muted md:hidden">{whose(view)}</span>
              </th>
              <td className="px-3 text-muted max-sm:hidden">{t(`views.kind.${view.kind}`)}</td>
              <td className="max-w-100 truncate px-3 text-muted max-lg:hidden">{shown(view)}</td>
              <td className="px-3 whitespace-nowrap text-muted max-md:hidden">{whose(view)}</td>
              {isMaker && (
                <td className="px-3 whitespace-nowrap max-sm:hidden">
                  <PaceMark pace={paces?.get(view.id)} name={view.name} />
                </td>
              )}
              <td className="pr-1">
                <Menu
                  label={view.name}
                  placement="bottom end"
                  trigger={<IconButton label={t('views.list.actionsOf', { name: view.name })} icon={<Ellipsis />} />}
                  groups={[{ id: 'actions', actions: actionsOf(view) }]}
                />
              </td>
            </tr>
          ))}
        </Table>
      </div>
      {asked && (
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
              return done(saved, t('views.saved', { name: saved.name }))
            }
            const content = asked.view ? contentOf(asked.view) : neutralContent
            const made = await create.mutateAsync({
              ...content,
              name,
              description,
              personal,
              ...(personal ? {} : { visible_to }),
            })
            done(made, t('views.made', { name: made.name }))
            go(`${records}?view=${made.id}&edit=view`)
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}
