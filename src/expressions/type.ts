/** One option of a choice: what is stored and what people read. */
export type ExpressionOption = { readonly value: string; readonly label: string }

/** A field that a name means: its id is what the stored form of an expression holds, its label what people call it. */
export type ScopeField = {
  readonly name: string
  readonly id?: string | undefined
  readonly label?: string | undefined
  readonly type: Type
}
export type Fields = ReadonlyMap<string, ScopeField>

/** The kind of a value. `unknown` is what has been refused already: it fits everywhere, so that one mistake is told once. */
export type Type =
  | { readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'duration' | 'null' | 'unknown' }
  | { readonly kind: 'choice'; readonly options: readonly ExpressionOption[] }
  /** A record of an entity, or one of any (''), or a group of names (`variable`) when its entity is null. */
  | { readonly kind: 'record'; readonly entity: string | null; readonly fields: () => Fields }
  | { readonly kind: 'list'; readonly of: Type }

export const unknownType: Type = { kind: 'unknown' }
export const noFields: Fields = new Map()

/** Whether values of this type can be computed with: not groups of names. */
export function isValueType(type: Type): boolean {
  return type.kind !== 'record' || type.entity !== null
}

/** The type that values of both types have, if they have one: what has no value fits everywhere, a choice is also a text. */
export function commonType(left: Type, right: Type): Type | undefined {
  if (left.kind === 'null' || left.kind === 'unknown') return right
  if (right.kind === 'null' || right.kind === 'unknown') return left
  if (left.kind === 'list' || right.kind === 'list') return commonList(left, right)
  if (left.kind === 'choice' && right.kind === 'choice') return left.options === right.options ? left : { kind: 'text' }
  if (isTextual(left) && isTextual(right)) return { kind: 'text' }
  if (left.kind !== right.kind) return undefined
  return left.kind === 'record' && right.kind === 'record' ? commonRecord(left, right) : left
}

/** Whether values of the type are texts as they stand. */
export function isTextual(type: Type): boolean {
  return type.kind === 'text' || type.kind === 'choice'
}

function commonList(left: Type, right: Type): Type | undefined {
  if (left.kind !== 'list' || right.kind !== 'list') return undefined
  const of = commonType(left.of, right.of)
  return of && { kind: 'list', of }
}

type RecordType = Extract<Type, { kind: 'record' }>

function commonRecord(left: RecordType, right: RecordType): Type | undefined {
  if (left.entity === null || right.entity === null) return undefined
  if (left.entity === right.entity || right.entity === '') return left
  return left.entity === '' ? right : undefined
}
