import type { Property } from '#odata/model.ts'
import type { ExpandItem, SelectItem } from '#odata/syntax/node.ts'

type Shown = { readonly select: readonly SelectItem[] | undefined; readonly expand: readonly ExpandItem[] }

/**
 * What the rows of an answer show, as their context tells it (part 1, 10.7 to 10.11): `(name,customer(name))`, or nothing for
 * all. Readers of 4.0 know no empty parentheses: there is nothing of an expanded row that is shown whole, unless by `$select`.
 */
export function projectionOf({ select, expand }: Shown, version: '4.0' | '4.01'): string {
  const expanded = expand
    .filter(({ as, name }) => as === 'rows' && name.text !== '*')
    .map((item) => ({ name: item.name.text, shown: projectionOf(item, version) || whole[version] }))
    .filter(({ shown }) => shown !== '')
  const names = new Set(expanded.map(({ name }) => name))
  const items = [
    ...(select ?? []).map(({ text }) => text).filter((text) => !names.has(text)),
    ...expanded.map(({ name, shown }) => name + shown),
  ]
  return items.length > 0 ? `(${items.join(',')})` : ''
}

/**
 * The same of what `$apply` answers, by the paths of its values (data aggregation 3.1): `(state,customer(city),sum)`, or
 * nothing where they are all those of the rows.
 */
export function appliedProjectionOf(
  paths: readonly string[],
  properties: ReadonlyMap<string, Pick<Property, 'type'>>,
): string {
  const all = [...properties].filter(([, { type }]) => type !== 'Edm.Stream')
  return paths.length === all.length && paths.every((path) => properties.has(path)) ? '' : grouped(paths)
}

function grouped(paths: readonly string[]): string {
  const items = [...Map.groupBy(paths, (path) => path.split('/')[0] ?? path)].map(([name, those]) => {
    const inner = those.filter((path) => path !== name).map((path) => path.slice(name.length + 1))
    return inner.length > 0 ? name + grouped(inner) : name
  })
  return `(${items.join(',')})`
}

const whole = { '4.0': '', '4.01': '()' } as const
