import { expect, test } from 'vitest'
import { openEditor } from '#expressions/web/openEditor.ts'

test('the editor tells what is typed into it, and not the text that its page gives it', () => {
  const heard: string[] = []
  const root = document.createElement('div').attachShadow({ mode: 'open' })
  const { view, setText } = openEditor(root, (text) => heard.push(text))
  setText('upper(stage)')
  expect(view.state.doc.toString()).toBe('upper(stage)')
  expect(heard).toEqual([])
  view.dispatch({ changes: { from: 0, insert: ' ' }, userEvent: 'input.type' })
  expect(heard).toEqual([' upper(stage)'])
  setText('7 * 2')
  expect(heard).toHaveLength(1)
  view.destroy()
})
