import type { SqlFragment } from '#odata/sql.ts'
import type { PlanSlot } from '#odata/write/plan.ts'

/**
 * A statement that runs in the same breath as a write, such as the one that notes an event. It reads the rows
 * `before` (not at a create) and `after` (not at a delete); both are empty when nothing was written.
 */
export type WriteStatement = { readonly name: string; readonly statement: SqlFragment }

/** Something that must hold for a value to be written; which of them failed comes back with the result. */
export type Check = { readonly property: string; readonly condition: SqlFragment }

/** The versions that the statement was made for. Nothing is written when the table says otherwise. */
export type Stamp = { readonly versions: SqlFragment; readonly model: PlanSlot; readonly access: PlanSlot }
