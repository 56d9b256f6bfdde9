import type { AttributeOption } from '#attributes/properties.ts'
import { modelOf, withAttributes, type Model } from '#entities/model.ts'
import type { EntityRecord } from '#entities/wire.ts'
import { memoize } from '#platform/memoize.ts'

/**
 * Translated texts of definitions by id and property; the property of an option's label is `options.` with the option's
 * value.
 */
export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The property name for an option's label. */
export function optionProperty(value: string): string {
  return `options.${value}`
}

/** A definition with its texts replaced, where replacements exist. */
export function delocalize<Thing extends { readonly id: string }>(thing: Thing, texts: Texts): Thing {
  const own = texts[thing.id]
  if (!own) return thing
  const said = Object.entries(own).filter(([property]) => property in thing)
  const next = { ...thing, ...Object.fromEntries(said) }
  return hasOptions(next) ? { ...next, options: next.options.map((option) => relabelled(option, own)) } : next
}

/** An entity and its attributes with their texts replaced. */
export function delocalizeEntity(entity: EntityRecord, texts: Texts): EntityRecord {
  return { ...delocalize(entity, texts), attributes: entity.attributes.map((each) => delocalize(each, texts)) }
}

/** The definitions as written by their makers, without the translations of the reader's language. */
export const baseModelOf = memoize((model: Model): Model => {
  const { base_texts: texts, ...beside } = model.beside
  return texts === undefined ? model : rewordedModel({ ...model, beside }, texts as Texts)
})

function rewordedModel({ entities, dropped, beside, ...rest }: Model, texts: Texts): Model {
  const defined = [...entities.values()].map(({ fields: _fields, ...entity }) => {
    const { attributes, ...bare } = delocalizeEntity(entity, texts)
    return withAttributes(bare, attributes)
  })
  const others = Object.entries(beside).map(([name, part]) => [
    name,
    Array.isArray(part) ? part.map((each: { id: string }) => delocalize(each, texts)) : part,
  ])
  return modelOf({ ...rest, entities: defined, dropped: dropped.values(), beside: Object.fromEntries(others) })
}

function hasOptions<Thing>(thing: Thing): thing is Thing & { readonly options: readonly AttributeOption[] } {
  return typeof thing === 'object' && thing !== null && 'options' in thing && Array.isArray(thing.options)
}

function relabelled(option: AttributeOption, texts: Readonly<Record<string, string>>): AttributeOption {
  return { ...option, label: texts[optionProperty(option.value)] ?? option.label }
}
