import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { classes, floating, option } from '#design/web/classes.ts'
import { Kbd } from '#design/web/Kbd.tsx'
import { PopupTrigger } from '#design/web/PopupTrigger.tsx'

/** One line of a menu. */
export type MenuAction = {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  /** A second, quieter text. */
  readonly detail?: string
  /** The keys that do the same. */
  readonly keys?: string
  readonly danger?: boolean
  readonly isDisabled?: boolean
  readonly isSelected?: boolean
  readonly href?: string
  readonly onAction?: () => void
}

/** Lines that belong together, with a line between them and the next. */
export type MenuGroup = { readonly id: string; readonly title?: string; readonly actions: readonly MenuAction[] }

type MenuProps = {
  /** The button that opens the menu. */
  readonly trigger: ReactElement
  readonly label: string
  readonly groups: readonly MenuGroup[]
  readonly placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end'
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
}

/** A button with a list of things to do. */
export function Menu({ trigger, label, groups, placement = 'bottom start', isOpen, onOpenChange }: MenuProps) {
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <PopupTrigger>{trigger}</PopupTrigger>
      <Popover placement={placement} offset={4} className={classes(floating, 'min-w-48 max-w-80')}>
        <MenuLines label={label} groups={groups} />
      </Popover>
    </MenuTrigger>
  )
}

type MenuLinesProps = { readonly label: string; readonly groups: readonly MenuGroup[]; readonly onClose?: () => void }

/** The lines of a menu, for a popover that something else opens. */
export function MenuLines({ label, groups, onClose }: MenuLinesProps) {
  return (
    <AriaMenu
      aria-label={label}
      onClose={onClose}
      autoFocus={onClose && 'first'}
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
              className={classes(option, action.danger && 'text-red')}
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
  )
}
