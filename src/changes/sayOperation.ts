import {
  definitionPartText,
  propertyText,
  textsForOperation,
  definitionValueText,
  wordText,
  type DefinitionTexts,
  type DefinitionTextsByKind,
} from '#changes/definitionTexts.ts'
import type { Operation } from '#changes/operation.ts'
import type { Translate } from '#language/translate.ts'

// Keys come with data: @texts attributes views

/** Names of definitions by id; deleted definitions are missing. */
export type DefinitionNames = ReadonlyMap<string, string>

/** A property of an operation, in display form. */
type SaidProperty = { readonly name: string; readonly label: string; readonly value: string }

// Ids and internal properties.
const hidden = new Set(['kind', 'id', 'entity_id', 'aside', 'from', 'kept', 'version', 'definition'])

/** Language and names for describing operations. */
type Language = {
  readonly t: Translate
  readonly names: DefinitionNames
  readonly texts: readonly DefinitionTexts[]
}

/** The properties of an operation in display form; empty properties are omitted. */
export function sayOperation(
  t: Translate,
  operation: Operation,
  names: DefinitionNames,
  byKind: DefinitionTextsByKind,
): readonly SaidProperty[] {
  const language: Language = { t, names, texts: textsForOperation(byKind, operation.kind) }
  const { view, ...own } = operation as Operation & { readonly view?: object }
  const said = [...Object.entries(own).filter(([name]) => !hidden.has(name)), ...Object.entries(view ?? {})]
  return said
    .map(([name, value]) => {
      return { name, label: propertyText(t, language.texts, name), value: sayValue(language, value, name) }
    })
    .filter(({ value }) => value !== '')
}

function sayValue(language: Language, value: unknown, property = ''): string {
  const { t, names, texts } = language
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return t(value ? 'attributes.yes' : 'attributes.no')
  if (typeof value === 'string') return names.get(value) ?? wordText(t, texts, property, value) ?? value
  if (Array.isArray(value)) return value.map((each) => sayValue(language, each, property)).join(', ')
  if (typeof value !== 'object') return String(value)
  const parts = value as Readonly<Record<string, unknown>>
  return definitionValueText(t, texts, parts) ?? sayParts(language, parts, property)
}

/** A value with a label or name is shown by that; otherwise its non-empty parts are listed. */
function sayParts(language: Language, parts: Readonly<Record<string, unknown>>, property: string): string {
  const { t, texts } = language
  if (Array.isArray(parts['of'])) return sayFilter(language, parts['kind'], parts['of'])
  const called = parts['label'] ?? parts['name']
  const word = typeof called === 'string' ? wordText(t, texts, property, called) : undefined
  if (typeof called === 'string' && word === undefined) return called
  const { attribute, id, ...others } = parts
  const rest = word === undefined ? others : { ...others, attribute, name: null }
  const said = Object.entries(rest).flatMap(([name, value]) => {
    const text = value === false ? '' : sayValue(language, value, name)
    if (value === true) return [definitionPartText(t, texts, name)]
    return text === '' ? [] : [`${definitionPartText(t, texts, name)}: ${text}`]
  })
  const first = word ?? sayValue(language, attribute ?? id, 'attribute')
  if (first === '') return said.join('; ')
  return said.length === 0 ? first : `${first} (${said.join('; ')})`
}

/** `and` conditions are separated by commas, `or` conditions by slashes. */
function sayFilter(language: Language, kind: unknown, of: readonly unknown[]): string {
  return of.map((each) => sayNode(language, each)).join(kind === 'or' ? ' / ' : ', ')
}

function sayNode(language: Language, node: unknown): string {
  if (node === null || typeof node !== 'object' || !('operator' in node)) return `(${sayValue(language, node)})`
  const { attribute, operator, values } = node as { attribute?: unknown; operator: unknown; values?: unknown }
  return [
    sayValue(language, attribute, 'attribute'),
    sayValue(language, operator, 'operator'),
    sayValue(language, values),
  ]
    .filter((part) => part !== '')
    .join(' ')
}
