import type { SqlFragment } from '#odata/sql.ts'
import type { PlanSlot } from '#odata/write/plan.ts'

/**
 * A companion statement that runs in the same statement as a write, for example to insert an event. Reads the rows
 * `before` (not for a create) and `after` (not for a delete); both are empty when nothing was written.
 */
export type WriteStatement = { readonly name: string; readonly statement: SqlFragment }

/** A condition for a write; the result reports which conditions failed. */
export type Check = { readonly property: string; readonly condition: SqlFragment }

/** The versions for which the statement was prepared. Nothing is written when the stored versions differ. */
export type Stamp = { readonly versions: SqlFragment; readonly model: PlanSlot; readonly access: PlanSlot }
