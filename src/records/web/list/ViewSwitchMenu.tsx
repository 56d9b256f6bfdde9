import { List, Pencil, Plus, UserRound } from 'lucide-react'
import type { MenuAction } from '#design/web/overlay/Menu.tsx'
import { MenuPopup } from '#design/web/overlay/MenuPopup.tsx'
import type { Opened } from '#design/web/overlay/PopupTrigger.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { kindIcons } from '#records/web/kinds/viewKindIcons.ts'
import type { ViewSwitchProps } from '#records/web/list/ViewSwitch.tsx'
import type { View } from '#views/view.ts'

/** The views to choose from, and what to do with them. */
export function ViewSwitchMenu(props: ViewSwitchProps & Opened) {
  const { views, view, listHref, onOpen, onNew, onEdit, ...opened } = props
  const { t } = useLanguage()
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
    <MenuPopup
      label={t('views.switch')}
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
      {...opened}
    />
  )
}
