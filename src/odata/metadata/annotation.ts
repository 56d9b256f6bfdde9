/** A value that an annotation gives (CSDL 14.3 and 14.4): constants, paths, lists and records. Numbers keep their digits. */
export type AnnotationValue =
  | Constant
  | { readonly kind: 'member'; readonly type: string; readonly members: readonly string[] }
  | { readonly kind: 'property' | 'navigation'; readonly path: string }
  | { readonly kind: 'collection'; readonly items: readonly AnnotationValue[] }
  | { readonly kind: 'record'; readonly of: RecordValues; readonly annotations: readonly Annotation[] }

export type Constant =
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: ConstantKind; readonly value: string }

export type ConstantKind = 'string' | 'int' | 'decimal' | 'float' | 'date' | 'instant' | 'time' | 'duration' | 'guid'
type RecordValues = readonly (readonly [property: string, value: AnnotationValue])[]

/** A term by its alias and name, such as `Core.Computed`, with its value. */
export type Annotation = { readonly term: string; readonly value: AnnotationValue }

export function annotate(term: string, value: AnnotationValue): Annotation {
  return { term, value }
}

/** The annotation that says yes. */
export function tag(term: string): Annotation {
  return annotate(term, bool(true))
}

export function bool(value: boolean): AnnotationValue {
  return { kind: 'bool', value }
}

export function annotationText(value: string): AnnotationValue {
  return { kind: 'string', value }
}

export function int(value: number): AnnotationValue {
  return { kind: 'int', value: String(value) }
}

/** Members of an enumeration of a vocabulary; several only where it has flags. */
export function member(type: string, ...members: readonly string[]): AnnotationValue {
  return { kind: 'member', type, members }
}

export function texts(values: readonly string[]): AnnotationValue {
  return { kind: 'collection', items: values.map(annotationText) }
}

/** A list of paths to properties. */
export function propertyPaths(paths: readonly string[]): AnnotationValue {
  return { kind: 'collection', items: paths.map(propertyPath) }
}

export function propertyPath(path: string): AnnotationValue {
  return { kind: 'property', path }
}

/** A record of the named values; those that are undefined are left out. */
export function record(
  values: Readonly<Record<string, AnnotationValue | undefined>>,
  annotations: readonly Annotation[] = [],
) {
  const of = Object.entries(values).filter((entry): entry is [string, AnnotationValue] => entry[1] !== undefined)
  return { kind: 'record', of, annotations } as const satisfies AnnotationValue
}
