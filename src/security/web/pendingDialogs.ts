import { createItemQueue } from '#design/web/feedback/queue.ts'
import type { Action } from '#environments/memberRights.ts'
import type { BrokenTests } from '#security/impact.ts'

/** What was refused for want of rights: an action on a record, or on a table where there is no record yet. */
export type Refused = {
  readonly envid: string
  readonly entityId: string
  readonly recordId?: string
  readonly name: string
  readonly action: Action
}

/** Refusals that are to be explained; the working area shows them one at a time. */
export const refusals = createItemQueue<Refused>()

/** Changes that sentences about rights stopped, and that their makers are asked about. */
export const overrides = createItemQueue<BrokenTests & { readonly answer: (reason: string | undefined) => void }>()
