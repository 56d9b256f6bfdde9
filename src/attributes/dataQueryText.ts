/** A data query taken apart: the set that is asked, its count alone or its rows, and the options. */
export type DataQueryText = {
  readonly set: string
  readonly isCount: boolean
  readonly options: readonly { readonly name: string; readonly value: string }[]
  /** The columns of the record whose values stand in the options. */
  readonly placeholders: readonly string[]
}

const form = /^([a-z][a-z0-9]*)(\/\$count)?(?:\?(.+))?$/s
const placeholder = /\{([a-z][a-z0-9_]*)\}/g

/** Reads `invoices?$filter=customer_id eq {id}&$top=5`, written without percent signs; null where it has another form. */
export function readDataQuery(text: string): DataQueryText | null {
  const [, set, count, query = ''] = form.exec(text.trim()) ?? []
  if (set === undefined) return null
  // An option begins with a sign, so that a text in quotes may hold an ampersand.
  const options = query === '' ? [] : query.split(/&(?=[$@][A-Za-z]\w*=)/).map(optionOf)
  if (options.some((option) => option === null)) return null
  const known = options.filter((option) => option !== null)
  const placeholders = known.flatMap(({ value }) => [...value.matchAll(placeholder)].map(([, column = '']) => column))
  return { set, isCount: count !== undefined, options: known, placeholders: [...new Set(placeholders)] }
}

/** The query string of a data query, percent-encoded, with a literal in the place of each column. */
export function filledQuery({ options }: DataQueryText, literalOf: (column: string) => string): string {
  return options
    .map(({ name, value }) => {
      const filled = value.replaceAll(placeholder, (_whole, column: string) => literalOf(column))
      return `${name}=${encodeURIComponent(filled)}`
    })
    .join('&')
}

function optionOf(text: string): { name: string; value: string } | null {
  const [, name, value] = /^([$@][A-Za-z]\w*)=(.+)$/s.exec(text) ?? []
  return name === undefined || value === undefined ? null : { name, value: value.trim() }
}
