/** A sort key of the row where the previous page ended. Null is the lowest value (part 1, 11.2.6.2). */
export type Key = {
  readonly text: string
  readonly value: string
  readonly valueIsNull: boolean
  readonly descending: boolean
  readonly nullable: boolean
}

/**
 * Conditions of the rows after the keys, as disjoint ranges. Two ranges where the nulls of the first key lie apart from
 * its values; each range can be read from an index in order, unlike a single condition with `or`.
 */
export function rangesAfter(keys: readonly [Key, ...Key[]]): readonly string[] {
  const [first, ...others] = keys
  const ties = others.length > 0 ? after(others) : undefined
  if (first.valueIsNull) {
    const amongNulls = ties === undefined ? [] : [`${first.text} is null and ${ties}`]
    return first.descending ? amongNulls : [...amongNulls, `${first.text} is not null`]
  }
  const values = ties === undefined ? beyond(first) : valuesAfter(first, others, ties)
  return first.descending && first.nullable ? [values, `${first.text} is null`] : [values]
}

function valuesAfter(first: Key, others: readonly Key[], ties: string): string {
  const row = rowAfter([{ ...first, nullable: false }, ...others])
  if (row !== undefined) return row
  const sign = first.descending ? '<' : '>'
  return `${first.text} ${sign}= ${first.value} and (${first.text} ${sign} ${first.value} or ${ties})`
}

// A row comparison, possible where all keys have the same direction and no nulls follow.
function rowAfter(keys: readonly Key[]): string | undefined {
  const descending = keys[0]?.descending ?? false
  const fits = keys.every((key) => key.descending === descending && !key.valueIsNull && !(descending && key.nullable))
  if (!fits) return undefined
  const texts = keys.map((key) => key.text).join(', ')
  const values = keys.map((key) => key.value).join(', ')
  return `(${texts}) ${descending ? '<' : '>'} (${values})`
}

function after(keys: readonly Key[]): string {
  const row = rowAfter(keys)
  if (row !== undefined) return row
  const [first, ...others] = keys
  if (!first) return 'false'
  const equal = first.valueIsNull ? `${first.text} is null` : `${first.text} = ${first.value}`
  const strict = strictlyBeyond(first)
  const ties = others.length > 0 ? `(${equal} and ${after(others)})` : undefined
  return `(${[strict, ties].filter((part) => part !== undefined).join(' or ') || 'false'})`
}

function strictlyBeyond(key: Key): string | undefined {
  if (key.valueIsNull) return key.descending ? undefined : `${key.text} is not null`
  return key.descending && key.nullable ? `(${beyond(key)} or ${key.text} is null)` : beyond(key)
}

function beyond(key: Key): string {
  return `${key.text} ${key.descending ? '<' : '>'} ${key.value}`
}
