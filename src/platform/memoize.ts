/** A function that computes its value once for each object; the value lives as long as the object. */
export function memoize<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>()
  return (key) => {
    let found = known.get(key)
    if (found === undefined) known.set(key, (found = { value: compute(key) }))
    return found.value
  }
}

/** The same for two objects together; the value lives as long as both. */
export function memoizePair<First extends object, Second extends object, Value>(
  compute: (first: First, second: Second) => Value,
): (first: First, second: Second) => Value {
  const within = memoize((first: First) => memoize((second: Second) => compute(first, second)))
  return (first, second) => within(first)(second)
}

/** The same for an object and a text; the values live as long as the object. */
export function memoizeByText<Owner extends object, Value>(
  compute: (owner: Owner, text: string) => Value,
): (owner: Owner, text: string) => Value {
  const knownOf = memoize((_owner: Owner) => new Map<string, { readonly value: Value }>())
  return (owner, text) => {
    const known = knownOf(owner)
    let found = known.get(text)
    if (found === undefined) known.set(text, (found = { value: compute(owner, text) }))
    return found.value
  }
}

/**
 * A function that keeps, for each object that `keyOf` names, the value of the last mark; another mark computes it anew. For
 * what many ask in a row about one snapshot, when the one before is of no use any more.
 */
export function memoizeLatest<Subject, Mark, Value>(
  keyOf: (subject: Subject) => object,
  compute: (subject: Subject, mark: Mark) => Value,
): (subject: Subject, mark: Mark) => Value {
  const known = new WeakMap<object, { readonly mark: Mark; readonly value: Value }>()
  return (subject, mark) => {
    const key = keyOf(subject)
    let found = known.get(key)
    if (found?.mark !== mark) known.set(key, (found = { mark, value: compute(subject, mark) }))
    return found.value
  }
}
