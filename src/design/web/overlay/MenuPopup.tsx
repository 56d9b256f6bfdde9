import { Check } from 'lucide-react'
import { Menu as AriaMenu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { RouterProvider } from 'react-aria-components'
import { classes, optionClasses } from '#design/web/theme/classes.ts'
import { Floating } from '#design/web/overlay/Floating.tsx'
import { Kbd } from '#design/web/button/Kbd.tsx'
import type { MenuGroup, MenuProps } from '#design/web/overlay/Menu.tsx'
import type { Opened } from '#design/web/overlay/PopupTrigger.tsx'
import { useGo } from '#platform/web/routeParams.ts'

type MenuPopupProps = Pick<MenuProps, 'label' | 'groups' | 'placement'> & Opened

/** What a Menu shows while it is open. */
export function MenuPopup({ groups, ...popup }: MenuPopupProps) {
  return (
    <Floating {...popup} className="max-w-80 min-w-48">
      <MenuLines {...{ groups }} label={popup.label} onClose={popup.onClose} />
    </Floating>
  )
}

type MenuLinesProps = { readonly label: string; readonly groups: readonly MenuGroup[]; readonly onClose: () => void }

/** The lines of a menu, for a popover that something else opens. */
export function MenuLines({ label, groups, onClose }: MenuLinesProps) {
  const go = useGo()
  return (
    <RouterProvider navigate={(path) => go(path)}>
      <AriaMenu
        aria-label={label}
        onClose={onClose}
        autoFocus="first"
        className="max-h-[70dvh] overflow-auto p-1 outline-none"
      >
        {groups.map((group, at) => (
          <MenuSection
            key={group.id}
            aria-label={group.title ?? label}
            className={at > 0 ? 'mt-1 border-t border-line pt-1' : undefined}
          >
            {group.actions.map((action) => (
              <MenuItem
                key={action.id}
                id={action.id}
                textValue={action.label}
                href={action.href}
                isDisabled={action.isDisabled}
                onAction={action.onAction}
                className={classes(optionClasses, action.danger && 'text-red')}
              >
                {action.icon && <span className="shrink-0 text-muted [&>svg]:size-4">{action.icon}</span>}
                <span className="min-w-0 flex-1 truncate">
                  {action.label}
                  {action.detail && <span className="block truncate text-label text-muted">{action.detail}</span>}
                </span>
                {action.keys && <Kbd>{action.keys}</Kbd>}
                {action.isSelected && <Check size={14} className="shrink-0 text-brand" aria-hidden />}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </AriaMenu>
    </RouterProvider>
  )
}
