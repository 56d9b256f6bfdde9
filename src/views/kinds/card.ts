import { listMetadata } from '#attributes/listMetadata.ts'
import type { Field } from '#attributes/attribute.ts'
import type { Problem } from '#faults/fault.ts'
import type { KeepField, NameField } from '#views/kinds/kind.ts'
import type { FieldId, ViewContent } from '#views/view.ts'

// The card of a view is shared by the kinds that show records as cards, and stays when a view becomes another kind.

/** The fields that the card of a view names. */
export function cardFields({ card }: ViewContent): readonly (FieldId | null)[] {
  return [card.title, card.image, ...card.fields]
}

/** What of the card of a view does not fit its entity. */
export function cardProblems({ card }: ViewContent, named: NameField): Problem[] {
  return [
    ...named(card.title, 'card.title'),
    ...named(card.image, 'card.image', isPicture),
    ...card.fields.flatMap((id, at) => named(id, `card.fields.${at}`)),
  ]
}

/** The card of a view with the fields that may stay there. */
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
