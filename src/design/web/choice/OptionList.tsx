import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { classes, floating, optionClasses } from '#design/web/theme/classes.ts'

/** One of the values to choose from. */
export type Option = {
  readonly id: string
  readonly label: string
  /** A second, quieter text. */
  readonly detail?: string
  readonly icon?: ReactNode
}

/** What the line that chooses nothing is known by in the list; its own id is ''. */
export const noneKey = '-none'

type OptionListProps = { readonly options: readonly Option[]; readonly empty?: string }

/** The options below the control that they are chosen in. */
export function OptionList({ options, empty }: OptionListProps) {
  return (
    <Popover offset={4} className={classes(floating, 'min-w-(--trigger-width) max-w-96 p-1')}>
      <ListBox
        items={options}
        className="max-h-80 overflow-auto outline-none"
        {...(empty === undefined ? {} : { renderEmptyState: () => <p className="px-2 py-1.5 text-muted">{empty}</p> })}
      >
        {({ id, label, detail, icon }) => (
          <ListBoxItem id={id || noneKey} textValue={label} className={optionClasses}>
            {({ isSelected }) => (
              <>
                {icon}
                <span className="min-w-0 flex-1">
                  <span className={classes('block truncate', id === '' && 'text-muted')}>{label}</span>
                  {detail && <span className="block truncate text-label text-muted">{detail}</span>}
                </span>
                {isSelected && <Check size={14} className="shrink-0 text-brand" aria-hidden />}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  )
}
