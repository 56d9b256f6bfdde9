import { Ellipsis, Lock, Plus } from 'lucide-react'
import { lazy } from 'react'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import { PopupTrigger } from '#design/web/overlay/PopupTrigger.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { WindowView } from '#records/recordWindow.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import type { ViewState } from '#records/web/list/useViewState.ts'
import { ViewSwitch } from '#records/web/list/ViewSwitch.tsx'
import type { RecordRow } from '#records/wire.ts'
import { useMayAct } from '#security/web/self.client.ts'

const loadMenu = () => import('#records/web/list/RecordsMenu.tsx')
const RecordsMenu = lazy(async () => ({ default: (await loadMenu()).RecordsMenu }))

type RecordsHeaderProps = RecordsTable & {
  /** The path of the table's records. */
  readonly page: string
  readonly state: ViewState
  readonly view: WindowView<RecordRow>
  readonly mayMakeView: boolean
  readonly onView: (id: string) => void
  readonly onNewView: () => void
  readonly onExport: () => void
}

/** The table's name with the view that is shown, the number of records, and the actions of the page. */
export function RecordsHeader(props: RecordsHeaderProps) {
  const { envid, entity, page, state, view, mayMakeView, onView, onNewView, onExport } = props
  const { t, number } = useLanguage()
  const mayCreate = useMayAct(envid, entity.id, 'create')
  return (
    <PageHeader
      title={entity.collectionname}
      beside={
        <span className="flex min-w-0 items-center gap-2 text-muted tabular-nums">
          {state.view && (
            <ViewSwitch
              views={state.views}
              view={state.view}
              listHref={`${page}/view`}
              onOpen={onView}
              onNew={mayMakeView ? onNewView : undefined}
              onEdit={() => state.setEditing(true)}
            />
          )}
          {view.isCounted && <span className="max-sm:hidden">{number(view.rowCount)}</span>}
          {!entity.editable && <Lock size={14} aria-label={t('fault.managed.update')} />}
        </span>
      }
      actions={
        <>
          <PopupTrigger
            kind="menu"
            load={loadMenu}
            trigger={<IconButton label={t('records.more')} icon={<Ellipsis />} />}
          >
            {(opened) => <RecordsMenu {...{ envid, entity, page, onExport }} {...opened} />}
          </PopupTrigger>
          {entity.editable && mayCreate && (
            <PageLink href={`${page}/create`} className={buttonLink.primary}>
              <Plus aria-hidden />
              <span className="max-sm:sr-only">{t('records.newShort')}</span>
            </PageLink>
          )}
        </>
      }
    />
  )
}
