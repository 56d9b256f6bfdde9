import type { ExpandItem, SelectItem } from '#odata/syntax/node.ts'

type Shown = { readonly select: readonly SelectItem[] | undefined; readonly expand: readonly ExpandItem[] }

/** What the rows of an answer show, as their context tells it (part 1, 10.7 to 10.11): `(name,customer(name))`, or nothing for all. */
export function projectionOf({ select, expand }: Shown): string {
  const expanded = expand.filter(({ as, name }) => as === 'rows' && name.text !== '*')
  const names = new Set(expanded.map(({ name }) => name.text))
  const items = [
    ...(select ?? []).map(({ text }) => text).filter((text) => !names.has(text)),
    ...expanded.map((item) => `${item.name.text}${projectionOf(item) || '()'}`),
  ]
  return items.length > 0 ? `(${items.join(',')})` : ''
}
