import type { EntityDefinition } from '#entities/entity.ts'
import { optionProperty } from '#entities/delocalize.ts'
import type { BaseText } from '#labels/baseText.ts'
import type { TextKey, Translate } from '#language/translate.ts'
import type { View } from '#views/view.ts'

// Keys come with data: @texts attributes entities labels views

/** The name of a text's property, in the reader's language. */
export function sayProperty(t: Translate, { of, property }: BaseText): string {
  if (property.startsWith(optionProperty(''))) return t('labels.option')
  const groups = { entity: 'entities', attribute: 'attributes.property', view: 'views' }
  return t(`${groups[of]}.${property}` as TextKey)
}

/** The maker's name of the definition of a text. */
export function nameOfDefinition(
  entity: EntityDefinition,
  views: readonly View[],
  { definition_id: id }: BaseText,
): string {
  if (id === entity.id) return entity.collectionname
  return [...entity.attributes, ...views].find((each) => each.id === id)?.name ?? ''
}
