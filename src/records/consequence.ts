import { columnOf } from '#attributes/attribute.ts'
import { dependentLookups } from '#entities/dependentLookups.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { linkedListAddress } from '#records/listingAddress.ts'

/** Records of one table that a deletion affects. */
export type Concerned = { readonly entity: string; readonly name: string; readonly count: number }

/** Effects of the deletion of a record on others, the answer of `GET /dependant/v1/{envid}/{entityid}/{recordid}`. */
export type Consequence = {
  /** Records that are deleted as well. */
  readonly gone: readonly Concerned[]
  /** Records that prevent the deletion. */
  readonly held: readonly Concerned[]
  /** Records that lose their link. */
  readonly cleared: readonly Concerned[]
}

/** Effects of the deletion of many records, the answer of `POST /bulk/v1/{envid}/{entityid}/preview`. */
export type ManyConsequences = Consequence & {
  /** Number of examined records; `more`: further records exist that were not examined. */
  readonly looked: number
  readonly more: boolean
}

/** Affected records by table, as one line with the total count. */
export function tellConcerned(concerned: readonly Concerned[]): { readonly count: number; readonly users: string } {
  return {
    count: concerned.reduce((sum, each) => sum + each.count, 0),
    users: concerned.map(({ name, count }) => `${name} (${count})`).join(', '),
  }
}

/** The records that prevent a deletion, from the body of its refusal; empty for any other body. */
export function heldIn(body: unknown): readonly Concerned[] {
  const { error } = (body ?? {}) as { readonly error?: { readonly code?: string; readonly innererror?: unknown } }
  if (error?.code !== 'record.restricted') return []
  return (error.innererror as { readonly users?: readonly Concerned[] } | undefined)?.users ?? []
}

/**
 * Whether the deletion of a record may prevent itself or delete other records, so that people should be warned first.
 */
export function hasConsequences(model: Model, entity: EntityDefinition): boolean {
  return dependentLookups(model, entity.id).some(
    ({ entity: other, onDelete }) => onDelete === 'restrict' || (onDelete === 'cascade' && other.link_of === null),
  )
}

/** Whether the deletion of many records may affect other records at all. */
export function hasDependants(model: Model, entity: EntityDefinition): boolean {
  return dependentLookups(model, entity.id).some(({ entity: other }) => other.link_of === null)
}

/**
 * Path of the page that shows the records preventing a deletion: their list where all belong to one table, otherwise
 * the related tab of the record's own page.
 */
export function holdersPage(model: Model, entity: EntityDefinition, id: string, held: readonly Concerned[]): string {
  const [first, ...others] = held
  const holding = dependentLookups(model, entity.id).filter(
    ({ entity: other, onDelete }) => onDelete === 'restrict' && other.uri === first?.entity && other.link_of === null,
  )
  const [one] = holding
  if (!one || others.length > 0) return `entity/${entity.id}/${id}?tab=related`
  const columns = holding.map(({ attribute }) => columnOf(attribute))
  return `entity/${one.entity.id}?${linkedListAddress(columns, id)}`
}
