import { annotate, propertyPath, record, annotationText, type Annotation } from '#odata/metadata/annotation.ts'
import type { CsdlNavigation, CsdlProperty, EntityType, StructuredType } from '#odata/metadata/csdl.ts'
import { facetsOf } from '#odata/metadata/facets.ts'
import { annotationsOf, propertyDefault } from '#odata/metadata/property.ts'
import { setNamed, typeNameOf, typeOfSet, edmTypeName, type VisibleModel } from '#odata/metadata/visible.ts'
import type { Collection, Complex, EntitySet, Property } from '#odata/model.ts'

/** The types of the rows of all sets, each once. */
export function entityTypesOf(model: VisibleModel): EntityType[] {
  return onceEach(
    model.sets.map((set) => ({
      name: typeNameOf(set),
      key: set.key,
      properties: propertiesBelow(model, set, ''),
      navigations: navigationsOf(model, set),
      annotations: describe(set),
    })),
  )
}

/** The types of all properties with parts, each once. */
export function complexTypesOf(model: VisibleModel): StructuredType[] {
  return onceEach(
    model.sets.flatMap((set) =>
      [...(set.complexes?.values() ?? [])].map(({ name, type }) => ({
        name: type,
        properties: propertiesBelow(model, set, `${name}/`),
        annotations: [],
      })),
    ),
  )
}

/** The properties and complex properties directly below a path (`Address/`), a complex one where its first part stands. */
function propertiesBelow(model: VisibleModel, set: EntitySet, path: string): CsdlProperty[] {
  const shown = new Set<string>()
  return [...set.properties.values()].flatMap((property) => {
    if (!property.name.startsWith(path)) return []
    const [name = '', ...parts] = property.name.slice(path.length).split('/')
    if (shown.has(name)) return []
    shown.add(name)
    if (parts.length === 0) return [propertyOf(model, property, name)]
    const complex = set.complexes?.get(path + name)
    return complex ? [complexPropertyOf(model, complex, name)] : []
  })
}

function propertyOf(model: VisibleModel, property: Property, name: string): CsdlProperty {
  const { type, collection = false, nullable, enumeration } = property
  return {
    name,
    type: edmTypeName(model, { type, enumeration }),
    collection,
    nullable: nullable && !collection,
    ...(!enumeration && facetsOf(type, property)),
    default: propertyDefault(property),
    annotations: annotationsOf(property),
  }
}

function complexPropertyOf({ namespace }: VisibleModel, { type, nullable }: Complex, name: string): CsdlProperty {
  return { name, type: `${namespace}.${type}`, collection: false, nullable, annotations: [] }
}

function navigationsOf(model: VisibleModel, set: EntitySet): CsdlNavigation[] {
  const single = [...set.navigations.values()].map(({ name, target, via }): CsdlNavigation => {
    const to = setNamed(model, target)
    const back = [...(to.collections?.values() ?? [])].find(
      (each) => each.target === set.name && each.via === via && !each.through,
    )
    return {
      name,
      type: typeOfSet(model, to),
      collection: false,
      nullable: set.properties.get(via)?.nullable ?? true,
      partner: back?.name,
      constraint: set.properties.has(via) ? [via, to.key] : undefined,
    }
  })
  const many = [...(set.collections?.values() ?? [])].map((collection): CsdlNavigation => {
    const { name, target } = collection
    const to = setNamed(model, target)
    const back = partnerOf(set, to, collection)
    return { name, type: typeOfSet(model, to), collection: true, nullable: false, partner: back?.name }
  })
  return [...single, ...many]
}

/** The lookup that a collection is the other side of; of links, the collection that sees them from there. */
function partnerOf(set: EntitySet, to: EntitySet, { name, via, through }: Collection) {
  if (!through) return [...to.navigations.values()].find((each) => each.target === set.name && each.via === via)
  return [...(to.collections?.values() ?? [])].find(
    (each) =>
      each.target === set.name &&
      each.through?.set === through.set &&
      each.through.own === through.theirs &&
      !(to === set && each.name === name),
  )
}

function describe({ title, description, alternateKeys = [] }: EntitySet): Annotation[] {
  const keys = alternateKeys.map((names) => {
    const items = names.map((name) =>
      record({ Name: propertyPath(name), Alias: annotationText(name.replaceAll('/', '_')) }),
    )
    return record({ Key: { kind: 'collection', items } })
  })
  return [
    ...(title === undefined ? [] : [annotate('Core.Description', annotationText(title))]),
    ...(description === undefined ? [] : [annotate('Core.LongDescription', annotationText(description))]),
    ...(keys.length === 0 ? [] : [annotate('Core.AlternateKeys', { kind: 'collection', items: keys })]),
  ]
}

function onceEach<Thing extends { readonly name: string }>(things: readonly Thing[]): Thing[] {
  const seen = new Set<string>()
  return things.filter(({ name }) => !seen.has(name) && seen.add(name))
}
