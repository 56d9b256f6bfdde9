import type { TextKey } from '#language/translate.ts'

/** Where keys work: `everywhere` on each page, the others where their part of the screen is shown. */
export type KeyGroupName = 'everywhere' | 'grid' | 'record'

/** What keys do. Each of `keys` is one way: keys that are pressed together, with blanks between them. */
export type KeyLine = { readonly keys: readonly string[]; readonly text: TextKey }
export type KeyGroup = { readonly name: KeyGroupName; readonly title: TextKey; readonly lines: readonly KeyLine[] }

/** All keys that Lintel understands beside those of the browser, in the order in which they are read. */
export const keyGroups: readonly KeyGroup[] = [
  {
    name: 'grid',
    title: 'keys.grid.title',
    lines: [
      { keys: ['↑ ↓ ← →'], text: 'keys.grid.move' },
      { keys: ['Ctrl ↑ ↓ ← →'], text: 'keys.grid.edge' },
      { keys: ['Ctrl Home', 'Ctrl End'], text: 'keys.grid.ends' },
      { keys: ['Shift ↑ ↓ ← →'], text: 'keys.grid.range' },
      { keys: ['Ctrl A'], text: 'keys.grid.all' },
      { keys: ['Enter', 'F2'], text: 'keys.grid.edit' },
      { keys: ['Enter', 'Tab'], text: 'keys.grid.keep' },
      { keys: ['Esc'], text: 'keys.grid.cancel' },
      { keys: ['Delete'], text: 'keys.grid.clear' },
      { keys: ['Ctrl C', 'Ctrl V'], text: 'keys.grid.copy' },
      { keys: ['Ctrl D'], text: 'keys.grid.fill' },
      { keys: ['Ctrl Z'], text: 'keys.grid.undo' },
      { keys: ['Ctrl Shift Z', 'Ctrl Y'], text: 'keys.grid.redo' },
      { keys: ['Shift Space'], text: 'keys.grid.tick' },
      { keys: ['Space', 'Ctrl Enter'], text: 'keys.grid.open' },
    ],
  },
  {
    name: 'record',
    title: 'keys.record.title',
    lines: [
      { keys: ['Ctrl S'], text: 'keys.record.save' },
      { keys: ['Alt ↑', 'Alt ↓'], text: 'keys.record.neighbour' },
      { keys: ['Esc'], text: 'keys.record.close' },
    ],
  },
  {
    name: 'everywhere',
    title: 'keys.everywhere.title',
    lines: [
      { keys: ['Ctrl K'], text: 'keys.everywhere.palette' },
      { keys: ['?', 'Ctrl /'], text: 'keys.everywhere.keys' },
      { keys: ['Esc'], text: 'keys.everywhere.close' },
      { keys: ['Tab', 'Shift Tab'], text: 'keys.everywhere.next' },
    ],
  },
]
