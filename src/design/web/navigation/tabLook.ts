/** The row that tabs stand in; on a phone it is pushed sideways. */
export const tabRow = 'flex shrink-0 overflow-x-auto border-b border-line px-2'

/** A tab, whether it shows another part of a page or leads to another page. */
export const tabLook =
  'flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2 whitespace-nowrap text-muted outline-none hover:text-text aria-[current]:border-brand aria-[current]:font-medium aria-[current]:text-text aria-selected:border-brand aria-selected:font-medium aria-selected:text-text focus-visible:bg-sunken data-focus-visible:bg-sunken pointer-coarse:h-11'
