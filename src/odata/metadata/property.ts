import {
  annotate,
  record,
  tag,
  annotationText,
  texts,
  type Annotation,
  type Constant,
  type ConstantKind,
  type AnnotationValue,
} from '#odata/metadata/annotation.ts'
import type { EdmType, Property } from '#odata/model.ts'

/** What is said of a property beyond its type: how people call it, who sets it, and which values it takes. */
export function annotationsOf(property: Property): Annotation[] {
  const { title, description, computed, computedDefault, immutable, mediaTypes } = property
  return [
    ...(title === undefined ? [] : [annotate('Core.Description', annotationText(title))]),
    ...(description === undefined ? [] : [annotate('Core.LongDescription', annotationText(description))]),
    ...(computed ? [tag('Core.Computed')] : []),
    ...(immutable ? [tag('Core.Immutable')] : []),
    ...(computedDefault ? [tag('Core.ComputedDefaultValue')] : []),
    ...(mediaTypes === undefined ? [] : [annotate('Core.AcceptableMediaTypes', texts(mediaTypes))]),
    ...rulesOf(property),
  ]
}

function rulesOf({ type, pattern, minimum, maximum, options }: Property): Annotation[] {
  return [
    ...(pattern === undefined ? [] : [annotate('Validation.Pattern', annotationText(pattern))]),
    ...(minimum === undefined ? [] : [annotate('Validation.Minimum', constant(type, minimum))]),
    ...(maximum === undefined ? [] : [annotate('Validation.Maximum', constant(type, maximum))]),
    ...(options === undefined ? [] : [annotate('Validation.AllowedValues', allowed(type, options))]),
  ]
}

function allowed(type: EdmType, options: NonNullable<Property['options']>): AnnotationValue {
  return {
    kind: 'collection',
    items: options.map(({ value, label }) =>
      record({ Value: constant(type, value) }, [annotate('Core.Description', annotationText(label))]),
    ),
  }
}

/** What a property is where nothing is given at creation. */
export function propertyDefault({ type, enumeration, default: value }: Property): Constant | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'boolean') return { kind: 'bool', value }
  return enumeration ? { kind: 'string', value: String(value) } : constant(type, String(value))
}

const kinds: Partial<Record<EdmType, ConstantKind>> = {
  'Edm.Byte': 'int',
  'Edm.SByte': 'int',
  'Edm.Int16': 'int',
  'Edm.Int32': 'int',
  'Edm.Int64': 'int',
  'Edm.Decimal': 'decimal',
  'Edm.Single': 'float',
  'Edm.Double': 'float',
  'Edm.Date': 'date',
  'Edm.DateTimeOffset': 'instant',
  'Edm.TimeOfDay': 'time',
  'Edm.Duration': 'duration',
  'Edm.Guid': 'guid',
}

function constant(type: EdmType, value: string): Constant {
  return { kind: kinds[type] ?? 'string', value }
}
