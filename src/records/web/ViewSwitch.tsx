import {
  CalendarDays,
  ChartColumn,
  ChevronDown,
  Columns3,
  LayoutGrid,
  List,
  Pencil,
  Plus,
  Table2,
  UserRound,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { Button } from '#design/web/Button.tsx'
import { Menu, type MenuAction } from '#design/web/Menu.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { View, ViewKind } from '#views/view.ts'

export const kindIcons: Readonly<Record<ViewKind, ComponentType<{ size?: number }>>> = {
  grid: Table2,
  board: Columns3,
  calendar: CalendarDays,
  gallery: LayoutGrid,
  pivot: ChartColumn,
}

type ViewSwitchProps = {
  readonly views: readonly View[]
  readonly view: View
  /** The page of the entity's views. */
  readonly listHref: string
  readonly onOpen: (id: string) => void
  /** Without it there is nothing to make. */
  readonly onNew: (() => void) | undefined
  readonly onEdit: () => void
}

/** The view that is shown, and the others to choose from. */
export function ViewSwitch({ views, view, listHref, onOpen, onNew, onEdit }: ViewSwitchProps) {
  const { t } = useLanguage()
  const Icon = kindIcons[view.kind]
  const line = (each: View): MenuAction => {
    const KindIcon = kindIcons[each.kind]
    return {
      id: each.id,
      label: each.name,
      icon: each.personal ? <UserRound /> : <KindIcon />,
      isSelected: each.id === view.id,
      onAction: () => onOpen(each.id),
    }
  }
  const personal = views.filter((each) => each.personal)
  return (
    <Menu
      label={t('views.switch')}
      trigger={
        <Button kind="quiet" className="min-w-0 shrink" aria-label={t('views.switchFrom', { name: view.name })}>
          <Icon />
          <span className="max-w-40 truncate">{view.name}</span>
          <ChevronDown aria-hidden />
        </Button>
      }
      groups={[
        { id: 'shared', actions: views.filter((each) => !each.personal).map(line) },
        ...(personal.length > 0
          ? [{ id: 'personal', title: t('views.personalTitle'), actions: personal.map(line) }]
          : []),
        {
          id: 'manage',
          actions: [
            { id: 'edit', label: t('views.edit'), icon: <Pencil />, onAction: onEdit },
            ...(onNew ? [{ id: 'new', label: t('views.new'), icon: <Plus />, onAction: onNew }] : []),
            { id: 'list', label: t('views.all'), icon: <List />, href: listHref },
          ],
        },
      ]}
    />
  )
}
