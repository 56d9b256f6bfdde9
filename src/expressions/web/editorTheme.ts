import { EditorView } from '@codemirror/view'

/** The look of the editor: that of every other field, made of the tokens of the page around it. */
export const editorTheme = EditorView.theme({
  '&': { color: 'var(--text)', fontSize: '13px', width: '100%', background: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '20px', maxHeight: '384px' },
  '.cm-content': { padding: '7px 0', caretColor: 'var(--text)', minHeight: '40px' },
  '.cm-line': { padding: '0 10px' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { background: 'var(--selection)' },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--selection)', outline: 'none' },
  '.cm-tooltip': {
    background: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    boxShadow: 'var(--shadow-float)',
    fontSize: '13px',
    zIndex: '60',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '240px' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px', lineHeight: '20px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--selection)', color: 'var(--text)' },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--brand)' },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal', marginLeft: '8px' },
  '.cm-completionInfo': { padding: '8px 10px', maxWidth: '300px' },
  '.cm-completionInfo p': { margin: '0 0 4px', fontFamily: 'var(--font-sans)' },
  '.cm-completionInfo code': { color: 'var(--muted)' },
  // Beside a narrow list there is no room for it.
  '@media (max-width: 640px)': { '.cm-completionInfo': { display: 'none' } },
  '.cm-diagnostic': {
    padding: '6px 10px',
    borderLeft: '3px solid var(--red-fill)',
    fontFamily: 'var(--font-sans)',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--red-fill)',
    textUnderlineOffset: '3px',
  },
})
