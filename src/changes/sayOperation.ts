import type { Operation } from '#changes/operation.ts'
import type { TextKey, Translate } from '#language/translate.ts'

/** What definitions are called, by their ids; what is gone is missing. */
export type DefinitionNames = ReadonlyMap<string, string>

/** A property of an operation, as people read it. */
type SaidProperty = { readonly name: string; readonly label: string; readonly value: string }

// Ids, and what only the system needs.
const hidden = new Set(['kind', 'id', 'entity_id', 'aside', 'from', 'kept', 'version', 'definition'])

/** What an operation says, property by property; what it leaves empty is left out. */
export function sayOperation(t: Translate, operation: Operation, names: DefinitionNames): readonly SaidProperty[] {
  const { view, ...own } = operation as Operation & { readonly view?: object }
  const ofView = Object.entries(view ?? {}).map(
    ([name, value]) => [name, name === 'kind' ? kindOf(t, value) : value] as const,
  )
  const said = [...Object.entries(own).filter(([name]) => !hidden.has(name)), ...ofView]
  return said
    .map(([name, value]) => ({ name, label: labelOf(t, name), value: sayValue(t, value, names) }))
    .filter(({ value }) => value !== '')
}

function kindOf(t: Translate, kind: unknown): string {
  return t(`views.kind.${String(kind)}` as TextKey)
}

function labelOf(t: Translate, name: string): string {
  const keys = ['attributes', 'views'].map((group) => `${group}.property.${name}`)
  return keys.map((key) => t(key as TextKey)).find((said, at) => said !== keys[at]) ?? name
}

function sayValue(t: Translate, value: unknown, names: DefinitionNames): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return t(value ? 'attributes.yes' : 'attributes.no')
  if (typeof value === 'string') return names.get(value) ?? value
  if (Array.isArray(value)) return value.map((each) => sayValue(t, each, names)).join(', ')
  return typeof value === 'object' ? sayParts(t, value as Readonly<Record<string, unknown>>, names) : String(value)
}

/** What has a label or a name is known by it; else its parts are told, without those that are empty. */
function sayParts(t: Translate, parts: Readonly<Record<string, unknown>>, names: DefinitionNames): string {
  if (Array.isArray(parts['of'])) return sayFilter(t, parts['kind'], parts['of'], names)
  const called = parts['label'] ?? parts['name']
  if (typeof called === 'string') return called
  const { attribute, ...rest } = parts
  const said = Object.entries(rest).flatMap(([name, value]) => {
    const text = value === false ? '' : sayValue(t, value, names)
    return text === '' ? [] : [`${labelOf(t, name)}: ${text}`]
  })
  const first = sayValue(t, attribute, names)
  if (first === '') return said.join('; ')
  return said.length === 0 ? first : `${first} (${said.join('; ')})`
}

/** All of them beside a comma, any of them beside a stroke. */
function sayFilter(t: Translate, kind: unknown, of: readonly unknown[], names: DefinitionNames): string {
  return of.map((each) => sayNode(t, each, names)).join(kind === 'or' ? ' / ' : ', ')
}

function sayNode(t: Translate, node: unknown, names: DefinitionNames): string {
  if (node === null || typeof node !== 'object' || !('operator' in node)) return `(${sayValue(t, node, names)})`
  const { attribute, operator, values } = node as { attribute?: unknown; operator: unknown; values?: unknown }
  const compared = t(`records.operator.${String(operator)}` as TextKey)
  return [sayValue(t, attribute, names), compared, sayValue(t, values, names)].filter((part) => part !== '').join(' ')
}
