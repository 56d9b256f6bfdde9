import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { linter } from '@codemirror/lint'
import { Annotation, Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap, tooltips } from '@codemirror/view'
import { expressionLimits } from '#expressions/limits.ts'
import type { Fields, Type } from '#expressions/type.ts'
import { completeWith, lintWith } from '#expressions/web/assistance.ts'
import { editorTheme } from '#expressions/web/editorTheme.ts'
import { expressionLanguage } from '#expressions/web/expressionLanguage.ts'
import type { Translate } from '#language/translate.ts'

/** What the editor shows beside its text. */
export type EditorOptions = {
  readonly t: Translate
  readonly scope: Fields
  readonly wanted: Type | undefined
  readonly label: string
  readonly description: string
  readonly isInvalid: boolean
  readonly isReadOnly: boolean
}

export type OpenEditor = {
  readonly view: EditorView
  readonly show: (shown: EditorOptions) => void
  /** Puts a text into the editor that nobody has typed: `onChange` does not hear of it. */
  readonly setText: (text: string) => void
}

const isSetByPage = Annotation.define<true>()

/** Opens an editor in a shadow tree; Tab leaves it, as it leaves every field. `onChange` hears of what is typed. */
export function openEditor(root: ShadowRoot, onChange: (text: string) => void): OpenEditor {
  const shown = new Compartment()
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      extensions: [
        history(),
        bracketMatching(),
        closeBrackets(),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
        expressionLanguage,
        editorTheme,
        EditorView.lineWrapping,
        tooltips({ position: 'fixed' }),
        EditorState.changeFilter.of((transaction) => transaction.newDoc.length <= expressionLimits.length),
        EditorView.updateListener.of((update) => {
          const isTyped = update.transactions.some((each) => each.docChanged && !each.annotation(isSetByPage))
          if (isTyped) onChange(update.state.doc.toString())
        }),
        shown.of([]),
      ],
    }),
  })
  const show = ({ t, scope, wanted, label, description, isInvalid, isReadOnly }: EditorOptions) =>
    view.dispatch({
      effects: shown.reconfigure([
        EditorState.readOnly.of(isReadOnly),
        EditorView.editable.of(!isReadOnly),
        EditorView.contentAttributes.of({
          'aria-label': label,
          'aria-invalid': String(isInvalid),
          ...(description !== '' && { 'aria-description': description }),
          autocapitalize: 'off',
          spellcheck: 'false',
        }),
        autocompletion({ override: [completeWith(scope, t)], icons: false }),
        linter(lintWith(scope, wanted, t), { delay: 300 }),
      ]),
    })
  const setText = (text: string) => {
    if (view.state.doc.toString() === text) return
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, annotations: isSetByPage.of(true) })
    view.dispatch({ effects: EditorView.scrollIntoView(0) })
  }
  return { view, show, setText }
}
