import type { Json } from '#odata/metadata/openapi/json.ts'
import type { EdmType, Enumeration, Property } from '#odata/model.ts'

/** What a value of a type is in JSON. */
const types: Readonly<Record<EdmType, Json & { readonly type: string }>> = {
  'Edm.Guid': { type: 'string', format: 'uuid' },
  'Edm.String': { type: 'string' },
  'Edm.Byte': { type: 'integer', minimum: 0, maximum: 255 },
  'Edm.SByte': { type: 'integer', minimum: -128, maximum: 127 },
  'Edm.Int16': { type: 'integer', minimum: -32768, maximum: 32767 },
  'Edm.Int32': { type: 'integer', format: 'int32' },
  'Edm.Int64': { type: 'integer', format: 'int64' },
  'Edm.Decimal': { type: 'number' },
  'Edm.Single': { type: 'number', format: 'float' },
  'Edm.Double': { type: 'number', format: 'double' },
  'Edm.Boolean': { type: 'boolean' },
  'Edm.Date': { type: 'string', format: 'date' },
  'Edm.DateTimeOffset': { type: 'string', format: 'date-time' },
  'Edm.TimeOfDay': { type: 'string', format: 'time' },
  'Edm.Duration': { type: 'string', format: 'duration' },
  'Edm.Binary': { type: 'string', contentEncoding: 'base64url' },
  'Edm.Stream': { type: 'string' },
  'Edm.GeographyPoint': shape('Point'),
  'Edm.GeographyLineString': shape('LineString'),
  'Edm.GeographyPolygon': shape('Polygon'),
  'Edm.GeometryPoint': shape('Point'),
  'Edm.GeometryLineString': shape('LineString'),
  'Edm.GeometryPolygon': shape('Polygon'),
}

// RFC 7946.
function shape(kind: string): Json & { readonly type: string } {
  const properties = { type: { type: 'string', enum: [kind] }, coordinates: { type: 'array', items: {} } }
  return { type: 'object', required: ['type', 'coordinates'], properties }
}

/** The schema of a property's values. */
export function valueSchema(property: Property): Json {
  const { collection, nullable, title, description, computed, default: value } = property
  const one = oneSchema(property)
  return {
    ...(collection ? { type: 'array', items: one } : nullable ? orNull(one) : one),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(computed && { readOnly: true }),
    ...(value !== undefined && { default: defaultOf(property) }),
  }
}

/** The schema of a value that operations take or give. */
export function plainSchema(of: {
  readonly type: EdmType
  readonly enumeration?: Enumeration
}): Json & { type: string } {
  return of.enumeration ? enumerated(of.enumeration) : types[of.type]
}

function oneSchema(property: Property): Json & { type: string } {
  const { minLength, maxLength, pattern, options } = property
  return {
    ...plainSchema(property),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && !property.enumeration && { maxLength }),
    ...(pattern !== undefined && { pattern }),
    ...bound('minimum', property),
    ...bound('maximum', property),
    ...(options !== undefined && { enum: options.map(({ value }) => value) }),
  }
}

function enumerated({ flags, members }: Enumeration): Json & { type: string } {
  const names = [...members.keys()]
  return flags
    ? { type: 'string', description: `One or several of ${names.join(', ')}, with commas between them.` }
    : { type: 'string', enum: names }
}

function orNull(schema: Json & { readonly type: string }): Json {
  const allowed = schema['enum'] as readonly unknown[] | undefined
  return { ...schema, type: [schema.type, 'null'], ...(allowed && { enum: [...allowed, null] }) }
}

// A bound that a JSON number would change, and bounds of days and moments, which JSON Schema has no word for, are left out.
function bound(name: 'minimum' | 'maximum', property: Property): Json {
  const given = property[name]
  const isNumber = /^(?:integer|number)$/.test(types[property.type].type)
  return given !== undefined && isNumber && isExact(given) ? { [name]: Number(given) } : {}
}

function isExact(digits: string): boolean {
  return String(Number(digits)) === digits
}

function defaultOf({ type, enumeration, default: value }: Property): unknown {
  const isNumber = !enumeration && /^(?:integer|number)$/.test(types[type].type)
  return isNumber && typeof value === 'string' && isExact(value) ? Number(value) : value
}
