/** Class names joined; what is not there is left out. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/** What floats above the page: menus, lists, pickers. */
export const floating =
  'overflow-auto rounded-card bg-raised text-text shadow-float outline-none data-entering:animate-appear'

/** One line of a menu or list that floats. */
export const optionClasses =
  'flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 py-1 outline-none select-none data-focused:bg-sunken data-disabled:text-muted pointer-coarse:min-h-11'
