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

type Json = Readonly<Record<string, unknown>>

/** The description as CSDL JSON 4.01, which has no older version. */
export function csdlJson(csdl: Csdl): string {
  const { namespace } = csdl
  const references = csdl.references.map(({ address, namespace: included, alias }) => [
    `${address}.json`,
    { $Include: [{ $Namespace: included, $Alias: alias }] },
  ])
  return JSON.stringify({
    $Version: '4.01',
    $EntityContainer: `${namespace}.${csdl.container.name}`,
    $Reference: Object.fromEntries(references),
    [namespace]: {
      ...named(csdl.enumTypes, enumType),
      ...named(csdl.complexTypes, (type) => ({ $Kind: 'ComplexType', ...structure(type) })),
      ...named(csdl.entityTypes, entityType),
      ...overloads(csdl.operations),
      [csdl.container.name]: container(csdl.container, namespace),
    },
  })
}

function enumType({ flags, underlying, members }: EnumType): Json {
  return {
    $Kind: 'EnumType',
    ...(underlying !== 'Edm.Int32' && { $UnderlyingType: underlying }),
    ...(flags && { $IsFlags: true }),
    ...Object.fromEntries(members),
  }
}

function entityType(type: EntityType): Json {
  return { $Kind: 'EntityType', $Key: [type.key], ...structure(type), ...named(type.navigations, navigation) }
}

function structure({ properties, annotations }: StructuredType): Json {
  return { ...annotated(annotations), ...named(properties, property) }
}

function property(each: CsdlProperty): Json {
  return {
    ...typeUse(each),
    ...(each.default !== undefined && { $DefaultValue: expression(each.default) }),
    ...annotated(each.annotations),
  }
}

function navigation(each: CsdlNavigation): Json {
  const [via, key] = each.constraint ?? []
  return {
    $Kind: 'NavigationProperty',
    ...typeUse(each),
    ...(each.partner !== undefined && { $Partner: each.partner }),
    ...(via !== undefined && { $ReferentialConstraint: { [via]: key } }),
  }
}

// All that have one name stand in one list.
function overloads(operations: readonly CsdlOperation[]): Json {
  const byName = Map.groupBy(operations, ({ name }) => name)
  return Object.fromEntries([...byName].map(([name, each]) => [name, each.map(operation)]))
}

function operation({ kind, bound, parameters, returns, annotations }: CsdlOperation): Json {
  return {
    $Kind: kind === 'action' ? 'Action' : 'Function',
    ...(bound && { $IsBound: true }),
    ...(parameters.length > 0 && { $Parameter: parameters.map((each) => ({ $Name: each.name, ...typeUse(each) })) }),
    ...(returns && { $ReturnType: typeUse(returns) }),
    ...annotated(annotations),
  }
}

function container({ sets, singletons, imports, annotations }: Container, namespace: string): Json {
  return {
    $Kind: 'EntityContainer',
    ...annotated(annotations),
    ...named(sets, (set) => ({
      $Collection: true,
      $Type: set.type,
      ...(!set.listed && { $IncludeInServiceDocument: false }),
      ...bindings(set.bindings),
      ...annotated(set.annotations),
    })),
    ...named(singletons, (each) => ({ $Type: each.type, ...bindings(each.bindings) })),
    ...named(imports, (each) => ({
      [each.kind === 'action' ? '$Action' : '$Function']: `${namespace}.${each.operation}`,
      ...(each.set !== undefined && { $EntitySet: each.set }),
      ...(each.listed && { $IncludeInServiceDocument: true }),
    })),
  }
}

function bindings(each: Bindings): Json {
  return each.length === 0 ? {} : { $NavigationPropertyBinding: Object.fromEntries(each) }
}

function typeUse({ type, collection, nullable, maxLength, precision, scale, srid }: TypeUse): Json {
  return {
    ...(collection && { $Collection: true }),
    ...(type !== 'Edm.String' && { $Type: type }),
    ...(nullable && { $Nullable: true }),
    ...(maxLength !== undefined && { $MaxLength: maxLength }),
    ...(precision !== undefined && { $Precision: precision }),
    ...(srid !== undefined && { $SRID: String(srid) }),
    ...(scale !== undefined && scale !== 'variable' && { $Scale: scale }),
  }
}

function annotated(annotations: readonly Annotation[]): Json {
  return Object.fromEntries(annotations.map(({ term, value }) => [`@${term}`, expression(value)]))
}

function expression(value: AnnotationValue): unknown {
  switch (value.kind) {
    case 'bool':
      return value.value
    case 'int':
    case 'decimal':
    case 'float':
      return exactNumber(value.value)
    case 'member':
      return value.members.join(',')
    case 'property':
    case 'navigation':
      return value.path
    case 'collection':
      return value.items.map(expression)
    case 'record': {
      const values = value.of.map(([name, each]) => [name, expression(each)])
      return { ...Object.fromEntries(values), ...annotated(value.annotations) }
    }
    default:
      return value.value
  }
}

/** The number; one that a double would change is written as text, which a reader of numbers takes too (JSON format 4.3). */
function exactNumber(digits: string): unknown {
  return String(Number(digits)) === digits ? Number(digits) : digits
}

function named<Thing extends { readonly name: string }>(
  things: readonly Thing[],
  write: (thing: Thing) => unknown,
): Json {
  return Object.fromEntries(things.map((thing) => [thing.name, write(thing)]))
}
