/**
 * A piece of SQL with its values between the parts: `parts.length` is `values.length + 1`. `simple` pieces are cheap to
 * repeat; `certain` ones are never null.
 */
export type Fragment = {
  readonly parts: readonly string[]
  readonly values: readonly unknown[]
  readonly simple?: boolean
  readonly certain?: boolean
}

/** Writes a fragment around others: sql`length(${text})`. What stands in braces is always a fragment, never text. */
export function sqlFragment(parts: TemplateStringsArray, ...fragments: readonly Fragment[]): Fragment {
  const joined: string[] = [parts[0] ?? '']
  const values: unknown[] = []
  fragments.forEach((fragment, index) => {
    append(joined, values, fragment)
    joined[joined.length - 1] += parts[index + 1] ?? ''
  })
  return { parts: joined, values }
}

/** A value as a parameter of an SQL type. Only the type's name, which is ours, stands in the text. */
export function fragmentParameter(value: unknown, type: SqlType): Fragment {
  return { parts: ['', `::${type}`], values: [value], simple: true, certain: value !== null }
}

export type SqlType =
  | 'text'
  | 'numeric'
  | 'boolean'
  | 'date'
  | 'timestamptz'
  | 'uuid'
  | `${'text' | 'numeric' | 'boolean' | 'date' | 'timestamptz' | 'uuid'}[]`

/** SQL of our own code. */
export function plain(text: string): Fragment {
  return { parts: [text], values: [], simple: true }
}

/** Fragments one after the other with commas between them. */
export function listed(fragments: readonly Fragment[]): Fragment {
  const joined = ['']
  const values: unknown[] = []
  fragments.forEach((fragment, index) => {
    if (index > 0) joined[joined.length - 1] += ', '
    append(joined, values, fragment)
  })
  return { parts: joined, values }
}

// No field of a maker begins with an underscore.
const names = ['_a', '_b', '_c', '_d'] as const

/**
 * SQL that needs some of its arguments more than once. Those that are not simple are computed once, in a row of their own,
 * so that the text and the work stay in proportion to the expression. `offset 0` keeps the planner from copying them.
 */
export function once<const Fragments extends readonly Fragment[]>(
  fragments: Fragments,
  body: (...fragments: { -readonly [Index in keyof Fragments]: Fragment }) => Fragment,
): Fragment {
  const write = body as (...fragments: readonly Fragment[]) => Fragment
  if (fragments.every(({ simple }) => simple)) return sqlFragment`(${write(...fragments)})`
  const columns = fragments.map((fragment, index) => sqlFragment`${fragment} as ${plain(names[index] ?? '')}`)
  const inner = fragments.map((_, index) => plain(`_x.${names[index]}`))
  return sqlFragment`(select ${write(...inner)} from (select ${listed(columns)} offset 0) _x)`
}

/** A condition that counts as false where it is null. */
export function truth(condition: Fragment): Fragment {
  return condition.certain ? condition : sqlFragment`coalesce(${condition}, false)`
}

function append(joined: string[], values: unknown[], fragment: Fragment): void {
  const [first = '', ...others] = fragment.parts
  joined[joined.length - 1] += first
  joined.push(...others)
  values.push(...fragment.values)
}
