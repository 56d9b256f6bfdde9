import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import type { Model } from '#entities/model.ts'
import { putView, viewById } from '#views/model.ts'
import { isSame } from '#views/equality.ts'
import type { ViewContent } from '#views/view.ts'

/** What a view lost with something below it: its parts as they were, and as they were left. */
export type Mending = {
  readonly id: string
  readonly back: Partial<ViewContent>
  readonly now: Partial<ViewContent>
}

const schema = z.strictObject({
  kind: z.literal('view.mend'),
  /** What comes back. */
  name: z.string(),
  entity: z.string(),
  // Written by the inverse of a deletion and read back from the history, never from outside.
  views: z.custom<readonly Mending[]>(Array.isArray),
})
export type MendViews = z.output<typeof schema>

/**
 * Puts what was restored back into the views that showed it. A part that somebody changed since then stays as it is, and
 * so an edited view never stands in the way of an undo.
 */
export const mendViews: OperationKind<Model, MendViews> = {
  kind: 'view.mend',
  activity: 'manage-views',
  schema,
  author: 'undo',
  complete: (operation) => operation,
  check: () => [],
  apply(model, { views }, changeId) {
    return views.reduce((current, { id, back, now }) => {
      const view = viewById(current, id)
      if (!view) return current
      const names = (Object.keys(back) as (keyof ViewContent)[]).filter((name) => isSame(view[name], now[name]))
      const mended = Object.fromEntries(names.map((name) => [name, back[name]]))
      return putView(current, { ...view, ...mended, version: view.version + 1, change_id: changeId })
    }, model)
  },
  // They lose it again with what is taken back.
  invert: () => [],
  footprint: () => ({ writes: [], needs: [] }),
  impact: () => [],
  sentence: (_before, { name, entity }) => ({ key: 'changes.sentence.viewMend', values: { name, entity } }),
}
