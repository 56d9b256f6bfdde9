import type { Property } from '#odata/model.ts'
import type { ExpandItem, SelectItem, Transformation } from '#odata/syntax/node.ts'

type Shown = { readonly select: readonly SelectItem[] | undefined; readonly expand: readonly ExpandItem[] }

/**
 * What the rows of an answer show, as their context tells it (part 1, 10.7 to 10.11): `(name,customer(name))`, or nothing for
 * all. Readers of 4.0 know no empty parentheses: there is nothing of an expanded row that is shown whole, unless by `$select`.
 */
export function projectionOf({ select, expand }: Shown, version: '4.0' | '4.01'): string {
  const expanded = expand
    .filter(({ as, name }) => as === 'rows' && name.text !== '*')
    .map((item) => ({ name: item.name.text, shown: groupsOf(item) || projectionOf(item, version) || whole[version] }))
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

// Of an expanded collection that is shown in groups, the query tells their values.
function groupsOf({ apply, compute, select }: ExpandItem): string {
  const made = apply && pathsOf(apply)
  if (!made) return ''
  const paths = [...made, ...compute.map(({ as }) => as.text)]
  const names = select?.map(({ text }) => text)
  const isShown = (path: string) => names?.some((name) => name === '*' || path === name || path.startsWith(`${name}/`))
  return grouped(names ? paths.filter(isShown) : paths)
}

function pathsOf(steps: readonly Transformation[], start?: readonly string[]): readonly string[] | undefined {
  return steps.reduce<readonly string[] | undefined>((before, step) => {
    switch (step.kind) {
      case 'aggregate':
        return step.of.flatMap(({ as }) => as?.text ?? [])
      case 'groupby':
        return [...step.by.map((names) => names.map(({ text }) => text).join('/')), ...(pathsOf(step.steps) ?? [])]
      case 'compute':
        return before && [...before, ...step.of.map(({ as }) => as.text)]
      case 'concat': {
        const parts = step.of.map((branch) => pathsOf(branch, before))
        return parts.includes(undefined) ? undefined : [...new Set(parts.flatMap((paths) => paths ?? []))]
      }
      default:
        return before
    }
  }, start)
}

function grouped(paths: readonly string[]): string {
  const items = [...Map.groupBy(paths, (path) => path.split('/')[0] ?? path)].map(([name, those]) => {
    const inner = those.filter((path) => path !== name).map((path) => path.slice(name.length + 1))
    return inner.length > 0 ? name + grouped(inner) : name
  })
  return `(${items.join(',')})`
}

const whole = { '4.0': '', '4.01': '()' } as const
