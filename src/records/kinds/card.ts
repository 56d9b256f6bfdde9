import { columnOf, type Field } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { ViewContent } from '#views/view.ts'
import { fieldNamed } from '#views/viewListing.ts'

/** What cards of a view show of a record. */
export type CardShape = {
  readonly title: Field | undefined
  readonly image: Field | undefined
  readonly fields: readonly Field[]
}

// A card is for telling records apart; the whole record is one touch away.
const usualFields = 4

/** The card that a view says or, where it says nothing, one of its first columns. `known` stands beside the cards already. */
export function cardShape(
  { card }: Pick<ViewContent, 'card'>,
  entity: Pick<EntityDefinition, 'fields'>,
  columns: readonly string[],
  known: readonly (Field | undefined)[] = [],
): CardShape {
  const title = fieldNamed(entity, card.title)
  const image = fieldNamed(entity, card.image)
  const chosen = card.fields.flatMap((id) => fieldNamed(entity, id) ?? [])
  if (chosen.length > 0) return { title, image, fields: chosen }
  const isSaid = (field: Field) =>
    columnOf(field) === 'name' || [title, image, ...known].some((each) => each?.id === field.id)
  const usual = columns.flatMap((column) => entity.fields.find((field) => columnOf(field) === column) ?? [])
  return { title, image, fields: usual.filter((field) => !isSaid(field)).slice(0, usualFields) }
}

/** The columns that cards need. */
export function cardColumns({ title, image, fields }: CardShape): readonly string[] {
  return [title, image, ...fields].flatMap((field) => (field ? [columnOf(field)] : []))
}
