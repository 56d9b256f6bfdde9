import { columnOf, type Field } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { ViewContent } from '#views/view.ts'
import { fieldNamed } from '#views/viewListing.ts'

/** Content of a record card. */
export type CardShape = {
  readonly title: Field | undefined
  readonly image: Field | undefined
  readonly fields: readonly Field[]
}

// A card only needs to identify its record; the whole record is one click away.
const usualFields = 4

/**
 * The card of a view; without settings, a card of the view's first columns. `known` are fields already displayed beside
 * the cards.
 */
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

/** The columns that cards read. */
export function cardColumns({ title, image, fields }: CardShape): readonly string[] {
  return [title, image, ...fields].flatMap((field) => (field ? [columnOf(field)] : []))
}
