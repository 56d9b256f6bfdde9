import { Columns2, Copy, Ellipsis, Trash2 } from 'lucide-react'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Menu } from '#design/web/overlay/Menu.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** The dialogs of a role's page. */
export type RoleDialog = 'impact' | 'copy' | 'compare' | 'delete'

type RoleMenuProps = { readonly isLocked: boolean; readonly onOpen: (dialog: RoleDialog) => void }

/** What can be done with a role beside changing it. */
export function RoleMenu({ isLocked, onOpen }: RoleMenuProps) {
  const { t } = useLanguage()
  return (
    <Menu
      label={t('access.roleMenu')}
      placement="bottom end"
      trigger={<IconButton label={t('access.roleMenu')} icon={<Ellipsis />} />}
      groups={[
        {
          id: 'role',
          actions: [
            {
              id: 'compare',
              label: t('access.compare'),
              icon: <Columns2 />,
              onAction: () => onOpen('compare'),
            },
            { id: 'copy', label: t('access.copy'), icon: <Copy />, onAction: () => onOpen('copy') },
            ...(isLocked
              ? []
              : [
                  {
                    id: 'delete',
                    label: t('access.delete'),
                    icon: <Trash2 />,
                    danger: true,
                    onAction: () => onOpen('delete'),
                  },
                ]),
          ],
        },
      ]}
    />
  )
}
