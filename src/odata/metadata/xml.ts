import type { Annotation, AnnotationValue } from '#odata/metadata/annotation.ts'
import type {
  Bindings,
  Container,
  Csdl,
  CsdlNavigation,
  CsdlOperation,
  CsdlProperty,
  EntityType,
  EnumType,
  StructuredType,
  TypeUse,
} from '#odata/metadata/csdl.ts'

export type ProtocolVersion = '4.0' | '4.01'

const edmx = 'http://docs.oasis-open.org/odata/ns/edmx'
const edm = 'http://docs.oasis-open.org/odata/ns/edm'

/** The description as CSDL XML. Nothing in it needs a reader of more than 4.0, so both versions differ in their name only. */
export function csdlXml(csdl: Csdl, version: ProtocolVersion): string {
  const references = csdl.references.map(({ address, namespace, alias }) =>
    element('edmx:Reference', { Uri: `${address}.xml` }, [
      element('edmx:Include', { Namespace: namespace, Alias: alias }),
    ]),
  )
  const schema = element('Schema', { xmlns: edm, Namespace: csdl.namespace }, [
    ...csdl.enumTypes.map(enumType),
    ...csdl.complexTypes.map((type) => element('ComplexType', { Name: type.name }, structure(type))),
    ...csdl.entityTypes.map(entityType),
    ...csdl.operations.map(operation),
    container(csdl.container, csdl.namespace),
  ])
  const services = element('edmx:DataServices', {}, [schema])
  const root = element('edmx:Edmx', { 'xmlns:edmx': edmx, Version: version }, [...references, services])
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}`
}

function enumType({ name, flags, underlying, members }: EnumType): string {
  return element(
    'EnumType',
    {
      Name: name,
      UnderlyingType: underlying === 'Edm.Int32' ? undefined : underlying,
      IsFlags: flags ? 'true' : undefined,
    },
    members.map(([member, value]) => element('Member', { Name: member, Value: value })),
  )
}

function entityType(type: EntityType): string {
  return element('EntityType', { Name: type.name }, [
    element('Key', {}, [element('PropertyRef', { Name: type.key })]),
    ...structure(type),
    ...type.navigations.map(navigation),
  ])
}

function structure({ properties, annotations }: StructuredType): string[] {
  return [...annotations.map(annotation), ...properties.map(property)]
}

function property(each: CsdlProperty): string {
  const { name, default: value, annotations, nullable } = each
  // Of a list this is said of its values, which a reader of XML would take for nullable.
  const use = { ...typeUse(each), Nullable: nullable ? undefined : 'false' }
  return element('Property', { Name: name, ...use, DefaultValue: value?.value }, annotations.map(annotation))
}

function navigation(each: CsdlNavigation): string {
  const nullable = each.nullable || each.collection ? undefined : 'false'
  const [via, key] = each.constraint ?? []
  return element(
    'NavigationProperty',
    { Name: each.name, Type: typeName(each), Nullable: nullable, Partner: each.partner },
    via === undefined ? [] : [element('ReferentialConstraint', { Property: via, ReferencedProperty: key })],
  )
}

function operation({ name, kind, bound, parameters, returns, annotations }: CsdlOperation): string {
  return element(kind === 'action' ? 'Action' : 'Function', { Name: name, IsBound: bound ? 'true' : undefined }, [
    ...parameters.map((each) => element('Parameter', { Name: each.name, ...typeUse(each) })),
    ...(returns ? [element('ReturnType', typeUse(returns))] : []),
    ...annotations.map(annotation),
  ])
}

function container({ name, sets, singletons, imports, annotations }: Container, namespace: string): string {
  return element('EntityContainer', { Name: name }, [
    ...annotations.map(annotation),
    ...sets.map((set) =>
      element(
        'EntitySet',
        { Name: set.name, EntityType: set.type, IncludeInServiceDocument: set.listed ? undefined : 'false' },
        [...bindings(set.bindings), ...set.annotations.map(annotation)],
      ),
    ),
    ...singletons.map((each) => element('Singleton', { Name: each.name, Type: each.type }, bindings(each.bindings))),
    ...imports.map((each) => {
      const names = {
        Name: each.name,
        [each.kind === 'action' ? 'Action' : 'Function']: `${namespace}.${each.operation}`,
      }
      const listed = each.listed ? 'true' : undefined
      const tagName = each.kind === 'action' ? 'ActionImport' : 'FunctionImport'
      return element(tagName, { ...names, EntitySet: each.set, IncludeInServiceDocument: listed })
    }),
  ])
}

function bindings(each: Bindings): string[] {
  return each.map(([path, target]) => element('NavigationPropertyBinding', { Path: path, Target: target }))
}

function typeUse(use: TypeUse): Attributes {
  const { nullable, collection, maxLength, precision, scale, srid } = use
  const facets = { MaxLength: maxLength, Precision: precision, Scale: scale, SRID: srid }
  return { Type: typeName(use), Nullable: nullable || collection ? undefined : 'false', ...facets }
}

function typeName({ type, collection }: TypeUse): string {
  return collection ? `Collection(${type})` : type
}

const constants = {
  string: 'String',
  int: 'Int',
  decimal: 'Decimal',
  float: 'Float',
  date: 'Date',
  instant: 'DateTimeOffset',
  time: 'TimeOfDay',
  duration: 'Duration',
  guid: 'Guid',
} as const

function annotation({ term, value }: Annotation): string {
  return valued('Annotation', { Term: term }, value)
}

/** An element that has a value: constants and paths as its attribute, lists and records as its child. */
function valued(name: string, attributes: Attributes, value: AnnotationValue): string {
  const constant = constantOf(value)
  return constant ? element(name, { ...attributes, ...constant }) : element(name, attributes, [expression(value)])
}

function constantOf(value: AnnotationValue): Attributes | undefined {
  switch (value.kind) {
    case 'collection':
    case 'record':
      return undefined
    case 'bool':
      return { Bool: String(value.value) }
    case 'member':
      return { EnumMember: value.members.map((each) => `${value.type}/${each}`).join(' ') }
    case 'property':
      return { PropertyPath: value.path }
    case 'navigation':
      return { NavigationPropertyPath: value.path }
    default:
      return { [constants[value.kind]]: value.value }
  }
}

function expression(value: AnnotationValue): string {
  if (value.kind === 'collection') return element('Collection', {}, value.items.map(expression))
  if (value.kind === 'record') {
    const values = value.of.map(([name, each]) => valued('PropertyValue', { Property: name }, each))
    return element('Record', {}, [...values, ...value.annotations.map(annotation)])
  }
  const [[name, content] = ['Null', '']] = Object.entries(constantOf(value) ?? {})
  return `<${name}>${escaped(String(content))}</${name}>`
}

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  let start = name
  for (const key in attributes) {
    const value = attributes[key]
    if (value !== undefined) start += ` ${key}="${escaped(String(value))}"`
  }
  return children.length === 0 ? `<${start}/>` : `<${start}>${children.join('')}</${name}>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text within an attribute or an element. */
function escaped(text: string): string {
  return isPlain.test(text) ? text : escapedWhole(text)
}

const isPlain = /^[ !#-%'-;=?-~]*$/

// Characters that XML 1.0 has no way to write are left out; line ends stay what they are also within an attribute.
function escapedWhole(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ufffd]/g, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '')
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
}
