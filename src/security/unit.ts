import * as z from 'zod/mini'
import { accessNameSchema, idSchema, versionSchema } from '#security/role.ts'

/** `POST /security/v1/{envid}/unit`. */
export const unitSchema = z.strictObject({ name: accessNameSchema, parent_id: idSchema })
export type UnitDraft = z.output<typeof unitSchema>

/** `PATCH /security/v1/{envid}/unit/{unitid}`: a new name, another parent, or both. */
export const unitChangeSchema = z.strictObject({
  name: z.optional(accessNameSchema),
  parent_id: z.optional(idSchema),
  version: versionSchema,
})
export type UnitChange = z.output<typeof unitChangeSchema>

/** `POST /security/v1/{envid}/unit/{unitid}/preview`. */
export const unitMoveSchema = z.strictObject({ parent_id: idSchema })
/**
 * `DELETE /security/v1/{envid}/unit/{unitid}`: the target unit of members and records; without it only an empty unit
 * can be deleted.
 */
export const unitDeleteSchema = z.strictObject({ move_to: z.optional(idSchema) })

export type UnitRecord = {
  readonly id: string
  readonly name: string
  /** Null for the root. */
  readonly parent_id: string | null
  readonly version: number
  /** Members and teams of this very unit. */
  readonly members: number
  readonly teams: number
}

/** The members and records that move with the unit and the units below. The impact tells gained and lost rights. */
export type UnitMovePreview = { readonly members: number; readonly records: number }

type Placed = { readonly id: string; readonly parent_id: string | null }

/** The ids of a unit and of all below it. */
export function unitBranch(units: readonly Placed[], id: string): Set<string> {
  const branch = new Set([id])
  for (let grown = true; grown;) {
    const below = units.filter((unit) => unit.parent_id !== null && branch.has(unit.parent_id) && !branch.has(unit.id))
    for (const unit of below) branch.add(unit.id)
    grown = below.length > 0
  }
  return branch
}

/** The ids of a unit and of all above it, up to the root. */
export function chainOf(units: readonly Placed[], id: string): Set<string> {
  const parents = new Map(units.map((unit) => [unit.id, unit.parent_id]))
  const chain = new Set<string>()
  for (let at: string | null | undefined = id; at && !chain.has(at); at = parents.get(at)) chain.add(at)
  return chain
}

/** Those of some ids that are not among others. */
export function idsBeyond(ids: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...ids].filter((id) => !others.has(id))
}
