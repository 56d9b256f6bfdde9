import { Download, History, Trash2, Upload } from 'lucide-react'
import type { MenuAction } from '#design/web/overlay/Menu.tsx'
import { MenuPopup } from '#design/web/overlay/MenuPopup.tsx'
import type { Opened } from '#design/web/overlay/PopupTrigger.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { useIsOn } from '#entities/web/features.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useIsKeptFrom } from '#security/web/self.client.ts'

type RecordsMenuProps = Opened & {
  readonly envid: string
  readonly entity: EntityDefinition
  /** The address of the list. */
  readonly page: string
  readonly onExport: () => void
}

/** What else there is to do with the records of a table. */
export function RecordsMenu({ envid, entity, page, onExport, ...opened }: RecordsMenuProps) {
  const { t } = useLanguage()
  const hasExport = useIsOn(envid, 'export', entity.id)
  const hasImport = useIsOn(envid, 'import', entity.id)
  const isKeptFromExport = useIsKeptFrom(envid, 'export')
  const isKeptFromImport = useIsKeptFrom(envid, 'import')
  const hasTrash = useIsOn(envid, 'trash', entity.id)
  const exchange: (MenuAction | false)[] = [
    hasExport &&
      !isKeptFromExport && { id: 'export', label: t('records.exportAction'), icon: <Download />, onAction: onExport },
    entity.editable &&
      hasImport &&
      !isKeptFromImport && {
        id: 'import',
        label: t('records.importAction'),
        icon: <Upload />,
        href: `/${envid}/import?entity=${entity.id}`,
      },
  ]
  const past: (MenuAction | false)[] = [
    { id: 'history', label: t('entities.tabs.history'), icon: <History />, href: `${page}/history` },
    hasTrash && { id: 'trash', label: t('entities.tabs.trash'), icon: <Trash2 />, href: `${page}/trash` },
  ]
  const groups = [
    { id: 'exchange', actions: exchange.filter((action) => action !== false) },
    { id: 'past', actions: past.filter((action) => action !== false) },
  ]
  return (
    <MenuPopup
      label={t('records.more')}
      placement="bottom end"
      groups={groups.filter(({ actions }) => actions.length > 0)}
      {...opened}
    />
  )
}
