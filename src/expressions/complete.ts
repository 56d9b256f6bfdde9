import type { ExpressionFunction, Parameter } from '#expressions/functions/function.ts'
import { registry } from '#expressions/functions/registry.ts'
import type { Fields, Type } from '#expressions/type.ts'

/** Something that can stand where one is typing. */
export type Suggestion = {
  /** What is written. */
  readonly name: string
  readonly kind: 'field' | 'group' | 'function' | 'keyword' | 'option'
  /** What people call it: the name of a field, the parameters of a function. */
  readonly detail: string
  /** The forms of a function, which say what it does. */
  readonly functions?: readonly ExpressionFunction[]
}

/** What can stand at a place of a text, and where what has been typed of it begins. */
export type Suggestions = { readonly from: number; readonly all: readonly Suggestion[] }

const keywords = ['and', 'or', 'not', 'in', 'true', 'false', 'null']

/** What can stand at a place of a text. Nothing within a quoted text, but the options of a choice that is compared. */
export function suggestionsAt(text: string, at: number, scope: Fields): Suggestions | null {
  const before = text.slice(0, at)
  if (isQuoted(before)) return optionsAt(before, scope)
  const path = /(?:[A-Za-z_][A-Za-z0-9_]*\.)*(?:[A-Za-z_][A-Za-z0-9_]*)?$/.exec(before)?.[0] ?? ''
  if (/[0-9.]$/.test(before.slice(0, before.length - path.length))) return null
  const segments = path.split('.')
  const typed = segments.at(-1) ?? ''
  const from = at - typed.length
  const fields = fieldsAt(scope, segments.slice(0, -1))
  if (!fields) return null
  const named = [...fields.values()].map(({ name, label, type }): Suggestion => {
    const kind = type.kind === 'record' && type.entity === null ? 'group' : 'field'
    return { name, kind, detail: label ?? '' }
  })
  return { from, all: segments.length > 1 ? named : [...named, ...functionSuggestions, ...keywordSuggestions] }
}

/** The parameters of a function, as they are written in the guide. */
export function parametersText({ parameters }: ExpressionFunction): string {
  const written = parameters.map(({ name, optional, many }: Parameter) =>
    optional ? `[${name}]` : many ? `${name}, …` : name,
  )
  return `(${written.join(', ')})`
}

const functionSuggestions: readonly Suggestion[] = [
  ...Map.groupBy(Object.values(registry).flat(), ({ name }) => name).entries(),
]
  .filter(([name]) => /^[A-Z]+$/.test(name))
  .map(([name, functions]) => ({
    name,
    kind: 'function',
    detail: functions[0] ? parametersText(functions[0]) : '',
    functions,
  }))

const keywordSuggestions = keywords.map((name): Suggestion => ({ name, kind: 'keyword', detail: '' }))

function fieldsAt(scope: Fields, segments: readonly string[]): Fields | undefined {
  let fields: Fields | undefined = scope
  for (const segment of segments) {
    const type: Type | undefined = fields?.get(segment)?.type
    fields = type?.kind === 'record' ? type.fields() : undefined
  }
  return fields
}

function optionsAt(before: string, scope: Fields): Suggestions | null {
  const found = /([A-Za-z_][A-Za-z0-9_.]*)\s*(?:=|<>)\s*"([^"]*)$/.exec(before)
  const [, path = '', typed = ''] = found ?? []
  const segments = path.split('.')
  const type = fieldsAt(scope, segments.slice(0, -1))?.get(segments.at(-1) ?? '')?.type
  if (type?.kind !== 'choice') return null
  const all = type.options.map(({ value, label }): Suggestion => ({ name: value, kind: 'option', detail: label }))
  return { from: before.length - typed.length, all }
}

function isQuoted(before: string): boolean {
  return (before.split('"').length - 1) % 2 === 1
}
