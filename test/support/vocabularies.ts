import aggregation from '@sap-ux/odata-vocabularies/dist/resources/Org.OData.Aggregation.V1.js'
import capabilities from '@sap-ux/odata-vocabularies/dist/resources/Org.OData.Capabilities.V1.js'
import core from '@sap-ux/odata-vocabularies/dist/resources/Org.OData.Core.V1.js'
import validation from '@sap-ux/odata-vocabularies/dist/resources/Org.OData.Validation.V1.js'

type Thing = Record<string, unknown>

const all: Thing = Object.assign({}, aggregation, capabilities, core, validation)
const namespaces = new Map(
  ['Aggregation', 'Core', 'Capabilities', 'Validation'].map((alias) => [alias, `Org.OData.${alias}.V1`]),
)

/** Says where a CSDL JSON document uses the OASIS vocabularies wrongly: unknown terms, places, members or types of values. */
export function vocabularyProblems(document: Thing): string[] {
  const namespace = String(document['$EntityContainer']).split('.').slice(0, -1).join('.')
  const schema = document[namespace] as Thing
  const kinds = { EntityType: 'EntityType', ComplexType: 'ComplexType', EntityContainer: 'EntityContainer' } as const
  return Object.entries(schema).flatMap(([name, element]) => {
    const one = (Array.isArray(element) ? element[0] : element) as Thing
    const kind = String(one['$Kind'])
    const inner =
      kind === 'EntityContainer' ? (child: Thing) => (child['$Collection'] ? 'EntitySet' : 'Singleton') : partOf
    const own = annotationProblems(name, one, kinds[kind as 'EntityType'] ?? kind)
    return [...own, ...childrenOf(one).flatMap(([child, of]) => annotationProblems(`${name}/${child}`, of, inner(of)))]
  })
}

function partOf(child: Thing): string {
  return child['$Kind'] === 'NavigationProperty' ? 'NavigationProperty' : 'Property'
}

function childrenOf(element: Thing): [string, Thing][] {
  return Object.entries(element).filter(
    (entry): entry is [string, Thing] => !/^[@$]/.test(entry[0]) && typeof entry[1] === 'object',
  )
}

function annotationProblems(place: string, element: Thing, kind: string): string[] {
  return Object.entries(element).flatMap(([key, value]) => {
    if (!key.startsWith('@')) return []
    const name = nameOf(key.slice(1))
    const term = named(name)
    if (term?.['$Kind'] !== 'Term') return [`${place}: no term ${name}`]
    const places = term['$AppliesTo'] as string[] | undefined
    const misplaced =
      places && !places.includes(kind) && kind !== 'Record' ? [`${place}: ${name} does not apply to ${kind}`] : []
    return [...misplaced, ...valueProblems(`${place}@${name}`, term, value)]
  })
}

function valueProblems(place: string, use: Thing, value: unknown): string[] {
  if (use['$Collection'] === true) {
    if (!Array.isArray(value)) return [`${place}: no list`]
    return value.flatMap((item, index) => valueProblems(`${place}[${index}]`, { ...use, $Collection: false }, item))
  }
  const type = String(use['$Type'] ?? 'Edm.String')
  const definition = named(type)
  if (definition?.['$Kind'] === 'TypeDefinition') {
    return valueProblems(place, { $Type: definition['$UnderlyingType'] ?? 'Edm.String' }, value)
  }
  if (definition?.['$Kind'] === 'EnumType') {
    const unknown = String(value)
      .split(',')
      .filter((member) => !(member in definition))
    return unknown.map((member) => `${place}: no member ${member}`)
  }
  if (definition?.['$Kind'] === 'ComplexType') return recordProblems(place, definition, value as Thing)
  const wanted = type === 'Edm.Boolean' ? 'boolean' : type === 'Edm.Int32' ? 'number' : 'string'
  const isAny = type === 'Edm.PrimitiveType' || type === 'Edm.Int64'
  return isAny || typeof value === wanted ? [] : [`${place}: ${JSON.stringify(value)} is no ${type}`]
}

function recordProblems(place: string, type: Thing, value: Thing): string[] {
  const own = annotationProblems(place, value, 'Record')
  const members = Object.entries(value).filter(([name]) => !name.startsWith('@'))
  const inner = members.flatMap(([name, each]) => {
    const property = memberOf(type, name)
    return property ? valueProblems(`${place}/${name}`, property, each) : [`${place}: no member ${name}`]
  })
  return [...own, ...inner]
}

function memberOf(type: Thing, name: string): Thing | undefined {
  const base = type['$BaseType']
  return (
    (type[name] as Thing | undefined) ?? (base === undefined ? undefined : memberOf(named(String(base)) ?? {}, name))
  )
}

function nameOf(short: string): string {
  const [alias = '', ...rest] = short.split('.')
  return [namespaces.get(alias) ?? alias, ...rest].join('.')
}

function named(qualified: string): Thing | undefined {
  const dot = qualified.lastIndexOf('.')
  return (all[qualified.slice(0, dot)] as Thing | undefined)?.[qualified.slice(dot + 1)] as Thing | undefined
}
