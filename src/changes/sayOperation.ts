import { dynamicText, ownLabels, partLabels, textOf, wordText } from '#changes/partTexts.ts'
import type { Operation } from '#changes/operation.ts'
import type { TextKey, Translate } from '#language/translate.ts'

// Keys come with data: @texts attributes views

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
    .map(([name, value]) => ({ name, label: labelOf(t, name), value: sayValue(t, value, names, name) }))
    .filter(({ value }) => value !== '')
}

function kindOf(t: Translate, kind: unknown): string {
  return t(`views.kind.${String(kind)}` as TextKey)
}

function labelOf(t: Translate, name: string): string {
  const keys = ['attributes', 'views'].map((group) => `${group}.property.${name}` as TextKey)
  const own = ownLabels[name]
  return [...keys, own].map((key) => textOf(t, key)).find((said) => said !== undefined) ?? name
}

/** A part means by its name what only parts do, else what a property of that name does. */
function partLabelOf(t: Translate, name: string): string {
  return textOf(t, partLabels[name]) ?? labelOf(t, name)
}

function sayValue(t: Translate, value: unknown, names: DefinitionNames, property = ''): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return t(value ? 'attributes.yes' : 'attributes.no')
  if (typeof value === 'string') return names.get(value) ?? wordText(t, property, value) ?? value
  if (Array.isArray(value)) return value.map((each) => sayValue(t, each, names, property)).join(', ')
  if (typeof value !== 'object') return String(value)
  return dynamicText(t, value) ?? sayParts(t, value as Readonly<Record<string, unknown>>, names, property)
}

/** What has a label or a name is known by it; else its parts are told, without those that are empty. */
function sayParts(
  t: Translate,
  parts: Readonly<Record<string, unknown>>,
  names: DefinitionNames,
  property: string,
): string {
  if (Array.isArray(parts['of'])) return sayFilter(t, parts['kind'], parts['of'], names)
  const called = parts['label'] ?? parts['name']
  const word = typeof called === 'string' ? wordText(t, property, called) : undefined
  if (typeof called === 'string' && word === undefined) return called
  const { attribute, id, ...others } = parts
  const rest = word === undefined ? others : { ...others, attribute, name: null }
  const said = Object.entries(rest).flatMap(([name, value]) => {
    const text = value === false ? '' : sayValue(t, value, names, name)
    if (value === true) return [partLabelOf(t, name)]
    return text === '' ? [] : [`${partLabelOf(t, name)}: ${text}`]
  })
  const first = word ?? sayValue(t, attribute ?? id, names, 'attribute')
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
  return [sayValue(t, attribute, names, 'attribute'), compared, sayValue(t, values, names)]
    .filter((part) => part !== '')
    .join(' ')
}
