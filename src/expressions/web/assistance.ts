import type { Completion, CompletionSource } from '@codemirror/autocomplete'
import type { Diagnostic } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import { suggestionsAt, type Suggestion } from '#expressions/complete.ts'
import { readExpression } from '#expressions/expression.ts'
import type { Fields, Type } from '#expressions/type.ts'
import type { Translate } from '#language/translate.ts'

// Keys come with data: @texts expressions

/** Offers what can stand where one is typing, with what it means. */
export function completeWith(scope: Fields, t: Translate): CompletionSource {
  return ({ state, pos, explicit }) => {
    const found = suggestionsAt(state.doc.toString(), pos, scope)
    const isTyping = explicit || /[A-Za-z_."]$/.test(state.doc.sliceString(0, pos))
    if (!found || !isTyping) return null
    return { from: found.from, options: found.all.map((each) => completionOf(each, t)), validFor: /^\w*$/ }
  }
}

/** What is wrong where, all at once. An empty text is nobody's mistake yet. */
export function lintWith(scope: Fields, wanted: Type | undefined, t: Translate) {
  return ({ state }: EditorView): readonly Diagnostic[] => {
    const text = state.doc.toString()
    if (text.trim() === '') return []
    const read = readExpression(text, scope, wanted)
    if ('tree' in read) return []
    return read.map(({ code, parameters, position = 0 }): Diagnostic => {
      const from = Math.min(position, Math.max(text.length - 1, 0))
      const word = /^(?:\w+|"[^"]*"?)/.exec(text.slice(from))?.[0] ?? ''
      return { from, to: from + Math.max(word.length, 1), severity: 'error', message: t(`fault.${code}`, parameters) }
    })
  }
}

function completionOf({ name, kind, detail, functions }: Suggestion, t: Translate): Completion {
  const common = { label: name, detail, type: kind }
  switch (kind) {
    case 'function':
      return {
        ...common,
        apply: (view, _completion, from, to) => insertCall(view, name, { from, to }),
        info: () => infoOf(functions ?? [], t),
        boost: -1,
      }
    case 'keyword':
      return { ...common, boost: -2 }
    default:
      return common
  }
}

// The cursor stands between the parentheses, or behind them where there is nothing to give.
function insertCall(view: EditorView, name: string, { from, to }: { from: number; to: number }): void {
  const isCalled = view.state.doc.sliceString(to, to + 1) === '('
  const insert = isCalled ? name : `${name}()`
  view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + name.length + 1 } })
}

function infoOf(functions: NonNullable<Suggestion['functions']>, t: Translate): HTMLElement {
  const info = document.createElement('div')
  for (const { sentence, examples } of functions.slice(0, 2)) {
    const said = document.createElement('p')
    said.textContent = t(sentence)
    const example = document.createElement('code')
    example.textContent = examples[0]?.write ?? ''
    info.append(said, example)
  }
  return info
}
