import { listMetadata } from '#attributes/listMetadata.ts'
import type { Field } from '#attributes/attribute.ts'
import type { Problem } from '#faults/fault.ts'
import type { KeepField, NameField } from '#views/kinds/kind.ts'
import type { FieldId, ViewContent } from '#views/view.ts'

// All kinds with record cards share a view's card, which stays when the kind changes.

/** The fields of a view's card. */
export function cardFields({ card }: ViewContent): readonly (FieldId | null)[] {
  return [card.title, card.image, ...card.fields]
}

/** Problems of a view's card with its entity. */
export function cardProblems({ card }: ViewContent, named: NameField): Problem[] {
  return [
    ...named(card.title, 'card.title'),
    ...named(card.image, 'card.image', isPicture),
    ...card.fields.flatMap((id, at) => named(id, `card.fields.${at}`)),
  ]
}

/** The card of a view, limited to fields that may stay. */
export function cleanCard({ card }: ViewContent, { may, kept }: KeepField): Pick<ViewContent, 'card'> {
  return {
    card: {
      title: kept(card.title),
      image: kept(card.image, isPicture),
      fields: card.fields.filter((id) => may(id)),
    },
  }
}

function isPicture({ type }: Field): boolean {
  return listMetadata[type].cell === 'image'
}
