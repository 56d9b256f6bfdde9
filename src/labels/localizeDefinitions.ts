import { delocalize, delocalizeEntity, optionProperty, type Texts } from '#entities/delocalize.ts'
import type { EntityRecord } from '#entities/wire.ts'
import type { Attribute } from '#attributes/attribute.ts'
import type { AttributeOption } from '#attributes/properties.ts'
import type { View } from '#views/view.ts'

/** The definitions in a reader's language. */
export type LocalizedDefinitions = {
  readonly entities: readonly EntityRecord[]
  readonly views: readonly View[]
  /** The makers' original texts, where a label replaces them. */
  readonly base_texts: Texts
  /** The labels in place of the original texts. */
  readonly said: Texts
}

/** Definitions with the texts of a language put in; null where there is none for any of them. */
export function localizeDefinitions(
  entities: readonly EntityRecord[],
  views: readonly View[],
  texts: Texts,
): LocalizedDefinitions | null {
  const all = [...entities.flatMap((entity) => [entity, ...entity.attributes]), ...views.filter(isShared)]
  const pairs = all.flatMap((definition) => {
    const own = texts[definition.id]
    if (!own) return []
    const options = optionsOf(definition)
    const known = Object.entries(own).flatMap(([property, text]) => {
      const base = options.get(property) ?? textAt(definition, property)
      return base === null ? [] : [{ property, text, base }]
    })
    return known.length === 0 ? [] : [{ id: definition.id, known }]
  })
  if (pairs.length === 0) return null
  const told = (which: 'text' | 'base'): Texts =>
    Object.fromEntries(
      pairs.map(({ id, known }) => [id, Object.fromEntries(known.map((each) => [each.property, each[which]]))]),
    )
  const said = told('text')
  return {
    entities: entities.map((entity) => delocalizeEntity(entity, said)),
    views: views.map((view) => (isShared(view) ? delocalize(view, said) : view)),
    base_texts: told('base'),
    said,
  }
}

/** The labels of options by the properties under which they stand. */
function optionsOf(definition: EntityRecord | Attribute | View): ReadonlyMap<string, string> {
  const options: readonly AttributeOption[] = 'options' in definition ? definition.options : []
  return new Map(options.map(({ value, label }) => [optionProperty(value), label]))
}

/** The base text of a property; null where there is none. */
function textAt(definition: object, property: string): string | null {
  const text = (definition as Readonly<Record<string, unknown>>)[property]
  return typeof text === 'string' && text !== '' ? text : null
}

function isShared({ personal }: View): boolean {
  return !personal
}
