import type { SqlFragment } from '#odata/sql.ts'

/** SQL text from this code or the table map; never from a request. */
export function raw(text: string): SqlFragment {
  return { parts: [text], values: [] }
}

/** Concatenates fragments with a separator text. */
export function joinFragments(fragments: readonly SqlFragment[], separator = ''): SqlFragment {
  const parts = ['']
  const values: unknown[] = []
  fragments.forEach((fragment, index) => {
    const [first = '', ...others] = fragment.parts
    parts[parts.length - 1] += (index > 0 ? separator : '') + first
    parts.push(...others)
    values.push(...fragment.values)
  })
  return { parts, values }
}
