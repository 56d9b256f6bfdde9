import { columnOf } from '#attributes/attribute.ts'
import { dependentLookups } from '#entities/dependentLookups.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { linkedListAddress } from '#records/listingAddress.ts'

/** Records of one table that a deletion concerns. */
export type Concerned = { readonly entity: string; readonly name: string; readonly count: number }

/** What the deletion of a record would do to others, as `GET /dependant/v1/{envid}/{entityid}/{recordid}` tells it. */
export type Consequence = {
  /** Those that go along with it. */
  readonly gone: readonly Concerned[]
  /** Those that keep it from being deleted. */
  readonly held: readonly Concerned[]
  /** Those that lose their link to it. */
  readonly cleared: readonly Concerned[]
}

/** The same for many records, as `POST /bulk/v1/{envid}/{entityid}/preview` tells it. */
export type ManyConsequences = Consequence & {
  /** How many records were looked at, and whether there are more, of which nothing is told. */
  readonly looked: number
  readonly more: boolean
}

/** Records by tables, in one line, with how many there are in all. */
export function tellConcerned(concerned: readonly Concerned[]): { readonly count: number; readonly users: string } {
  return {
    count: concerned.reduce((sum, each) => sum + each.count, 0),
    users: concerned.map(({ name, count }) => `${name} (${count})`).join(', '),
  }
}

/** Who keeps a record, as the refusal of its deletion tells it; none in any other answer. */
export function heldIn(body: unknown): readonly Concerned[] {
  const { error } = (body ?? {}) as { readonly error?: { readonly code?: string; readonly innererror?: unknown } }
  if (error?.code !== 'record.restricted') return []
  return (error.innererror as { readonly users?: readonly Concerned[] } | undefined)?.users ?? []
}

/** Whether the deletion of a record may concern others in a way that people should know before. */
export function hasConsequences(model: Model, entity: EntityDefinition): boolean {
  return dependentLookups(model, entity.id).some(
    ({ entity: other, onDelete }) => onDelete === 'restrict' || (onDelete === 'cascade' && other.link_of === null),
  )
}

/** Whether the deletion of many may concern others at all. */
export function hasDependants(model: Model, entity: EntityDefinition): boolean {
  return dependentLookups(model, entity.id).some(({ entity: other }) => other.link_of === null)
}

/**
 * The page of the environment that shows what keeps a record: the list of those that point to it where they
 * are of one table, else the record's own page with all that belongs to it.
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
