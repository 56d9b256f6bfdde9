import type { DdlStep } from '#tables/step.ts'

type AddColumn = Extract<DdlStep, { kind: 'addColumn' }>

/** Columns of one table that come at once: the catalog is written, and locks are taken, once for all of them. */
export type AddColumns = { readonly kind: 'addColumns'; readonly table: string; readonly columns: readonly AddColumn[] }

/** What may stand between two columns that come at once: it touches neither the names nor the life of columns. */
const apart: ReadonlySet<DdlStep['kind']> = new Set<DdlStep['kind']>(['addColumn', 'createUnique', 'addForeignKey'])

/** The same steps with columns that are added to a table together, as far as nothing between them forbids it. */
export function together(steps: readonly DdlStep[]): readonly (Exclude<DdlStep, AddColumn> | AddColumns)[] {
  const all: (Exclude<DdlStep, AddColumn> | AddColumns)[] = []
  let open = new Map<string, AddColumn[]>()
  for (const step of steps) {
    if (!apart.has(step.kind)) open = new Map()
    if (step.kind !== 'addColumn') {
      all.push(step)
      continue
    }
    const columns = open.get(step.table)
    if (columns) {
      columns.push(step)
      continue
    }
    const begun = [step]
    open.set(step.table, begun)
    all.push({ kind: 'addColumns', table: step.table, columns: begun })
  }
  return all
}
