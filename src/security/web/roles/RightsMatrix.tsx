import { ChevronDown, Ellipsis, Eye, Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode, type RefObject } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Menu, type MenuGroup } from '#design/web/overlay/Menu.tsx'
import { actions, scopes, type Action, type Scope } from '#environments/memberRights.ts'
import { useLanguage } from '#language/web/language.tsx'
import { ScopeControl } from '#security/web/roles/ScopeControl.tsx'
import { actionNames, scopeNames, scopeTexts } from '#security/web/roles/scopeNames.ts'
import { ScopeShape } from '#security/web/roles/ScopeShape.tsx'

const MenuPopup = lazy(async () => ({ default: (await import('#design/web/overlay/MenuPopup.tsx')).MenuPopup }))

export type MatrixRow = {
  readonly id: string
  readonly name: string
  readonly head: ReactNode
  /** Tables that belong to the organisation know only none and all. */
  readonly isWhole: boolean
  readonly isLocked: boolean
}
export type MatrixCell = { readonly row: string; readonly action: Action }

type RightsMatrixProps = {
  readonly caption: string
  readonly rowTitle: string
  readonly rows: readonly MatrixRow[]
  readonly scopeOf: (cell: MatrixCell) => Scope
  readonly isChanged: (cell: MatrixCell) => boolean
  readonly onSet: (cells: readonly MatrixCell[], scope: Scope) => void
}

const icons = { create: <Plus />, read: <Eye />, update: <Pencil />, delete: <Trash2 /> } as const
const wholeScopes: readonly Scope[] = ['none', 'all']

/** How far each action reaches, row by row; single cells step, and a column or a row is set at once by its menu. */
export function RightsMatrix({ caption, rowTitle, rows, scopeOf, isChanged, onSet }: RightsMatrixProps) {
  const { t } = useLanguage()
  const [menu, setMenu] = useState<{ at: RefObject<HTMLElement>; row: MatrixRow; action: Action }>()
  const groupsFor = (asked: readonly MatrixRow[], wanted: readonly Action[]): readonly MenuGroup[] => {
    const free = asked.filter(({ isLocked }) => !isLocked)
    const offered = free.every(({ isWhole }) => isWhole) ? wholeScopes : scopes
    const set = (scope: Scope) =>
      onSet(
        free
          .filter(({ isWhole }) => !isWhole || wholeScopes.includes(scope))
          .flatMap((row) => wanted.map((action) => ({ row: row.id, action }))),
        scope,
      )
    const line = (scope: Scope) => ({
      id: scope,
      label: t(scopeNames[scope]),
      detail: t(scopeTexts[scope]),
      icon: <ScopeShape scope={scope} size={16} />,
      onAction: () => set(scope),
    })
    return [{ id: 'scopes', actions: offered.map(line) }]
  }
  const isOpen = rows.some(({ isLocked }) => !isLocked)
  return (
    <div className="rounded-card border border-line">
      <table className="w-full table-fixed text-left">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-label text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="px-3 py-1.5 font-medium">
              {rowTitle}
            </th>
            {actions.map((action) => (
              <th key={action} scope="col" className="w-11 px-0.5 py-1.5 font-medium md:w-32 xl:w-40">
                <ColumnHead {...{ action, rows, isOpen }} groups={groupsFor(rows, [action])} />
              </th>
            ))}
            <th scope="col" className="w-11 py-1.5">
              <span className="sr-only">{t('access.setRow')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.id} className="hover:bg-subtle">
              <th scope="row" className="px-3 py-1 text-left font-normal">
                {row.head}
              </th>
              {actions.map((action) => (
                <td key={action} className="px-0.5 py-1">
                  <ScopeControl
                    label={`${row.name}: ${t(actionNames[action])}`}
                    value={scopeOf({ row: row.id, action })}
                    steps={row.isWhole ? wholeScopes : scopes}
                    isChanged={isChanged({ row: row.id, action })}
                    isLocked={row.isLocked}
                    onChange={(scope) => onSet([{ row: row.id, action }], scope)}
                    onMenu={(at) => setMenu({ at: { current: at }, row, action })}
                  />
                </td>
              ))}
              <td className="py-1 pr-1 text-right">
                {!row.isLocked && (
                  <Menu
                    label={t('access.setRowOf', { name: row.name })}
                    placement="bottom end"
                    trigger={<IconButton label={t('access.setRowOf', { name: row.name })} icon={<Ellipsis />} />}
                    groups={groupsFor([row], actions)}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {menu && (
        <Suspense>
          <MenuPopup
            label={`${menu.row.name}: ${t(actionNames[menu.action])}`}
            groups={groupsFor([menu.row], [menu.action])}
            triggerRef={menu.at}
            onClose={() => setMenu(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

type ColumnHeadProps = {
  readonly action: Action
  readonly isOpen: boolean
  readonly groups: readonly MenuGroup[]
}

function ColumnHead({ action, isOpen, groups }: ColumnHeadProps) {
  const { t } = useLanguage()
  const name = t(actionNames[action])
  const shown = (
    <>
      <span className="md:hidden [&>svg]:size-4">{icons[action]}</span>
      <span className="truncate max-md:sr-only">{name}</span>
    </>
  )
  if (!isOpen) return <span className="flex items-center px-1.5">{shown}</span>
  return (
    <Menu
      label={t('access.setColumn', { name })}
      trigger={
        <Button
          kind="quiet"
          aria-label={t('access.setColumn', { name })}
          className="h-7! max-w-full px-1.5! text-label text-muted"
        >
          {shown}
          <ChevronDown aria-hidden className="size-3! max-md:hidden" />
        </Button>
      }
      groups={groups}
    />
  )
}

/** What the circles mean, above the matrix. */
export function ScopeLegend() {
  const { t } = useLanguage()
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-label text-muted">
      {scopes.map((scope) => (
        <li key={scope} className="flex items-center gap-1.5">
          <ScopeShape scope={scope} size={14} />
          <span>
            <span className="font-medium text-text">{t(scopeNames[scope])}</span> {t(scopeTexts[scope])}
          </span>
        </li>
      ))}
    </ul>
  )
}
