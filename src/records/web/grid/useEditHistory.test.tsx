import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { toasts } from '#design/web/feedback/toast.ts'
import { ToastRegion } from '#design/web/feedback/ToastRegion.tsx'
import { LanguageProvider, loadLocale, useLanguage } from '#language/web/language.tsx'
import type { RecordWindow } from '#records/recordWindow.ts'
import { blockEdits } from '#records/web/grid/blockEdits.ts'
import { createEditSteps } from '#records/web/grid/editSteps.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import { useCellEdits } from '#records/web/grid/useCellEdits.ts'
import { useEditHistory } from '#records/web/grid/useEditHistory.ts'
import type { RecordRow } from '#records/wire.ts'

const initial = await loadLocale('en')
const city = attributeOf(
  { name: 'City', uri: 'city', type: 'text' },
  { id: 'a', entity_id: 'e', change_id: 'c', position: 0 },
)
const total = attributeOf(
  { name: 'Total', uri: 'total', type: 'number' },
  { id: 'b', entity_id: 'e', change_id: 'c', position: 1 },
)
const table = {
  envid: 'env',
  entity: { id: 'e', uri: 'orders', editable: true, attributes: [city, total], fields: [city, total] },
} as unknown as RecordsTable

/** The server's records; each change makes a new version, and one of an old version is refused. */
let stored: RecordRow[] = []
let patches: Record<string, unknown>[] = []
let isOffline = false
const list = {} as Pick<ReturnType<typeof useCellEdits>, 'editCell'> & { blocks: ReturnType<typeof blockEdits> }

beforeEach(() => {
  stored = ['Amber', 'Baltic', 'Cobalt'].map((name, at) => rowOf(at, { name, city: 'Riga', total: '1' }))
  patches = []
  isOffline = false
  toasts.clear()
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    const path = String(address)
    if (!path.includes('/odata/')) return Response.json({ token: 'token' })
    if (isOffline) throw new TypeError('Failed to fetch')
    const at = stored.findIndex(({ id }) => path.includes(`(${id})`))
    const row = stored[at]
    if (!row) return refusal(404, 'record.unknown')
    if (init?.method !== 'PATCH') return Response.json(row)
    if (new Headers(init.headers).get('if-match') !== row['@odata.etag']) return refusal(412, 'record.stale')
    const values = JSON.parse(String(init.body)) as Record<string, string>
    patches.push({ id: row.id, ...values })
    return Response.json(change(at, values))
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('Ctrl Z in a list', () => {
  test('sets an edited cell back, names it, and Ctrl Shift Z does it again', async () => {
    show()
    await edit(0, 'city', 'Oslo')
    expect(stored[0]?.city).toBe('Oslo')
    press('z')
    await screen.findByText('Undone: “City” of “Amber”.')
    expect(stored[0]?.city).toBe('Riga')
    press('Z', { shiftKey: true })
    await screen.findByText('Redone: “City” of “Amber”.')
    expect(stored[0]?.city).toBe('Oslo')
    press('z')
    await waitFor(() => expect(stored[0]?.city).toBe('Riga'))
    press('y')
    await waitFor(() => expect(stored[0]?.city).toBe('Oslo'))
  })

  test('takes back several edits in their order, also when the keys come faster than the answers', async () => {
    show()
    await edit(0, 'city', 'Oslo')
    await edit(0, 'city', 'Porto')
    await edit(1, 'city', 'Tartu')
    press('z')
    press('z')
    await waitFor(() => expect(patches).toHaveLength(5))
    expect(stored.map((row) => row.city)).toEqual(['Oslo', 'Riga', 'Riga'])
  })

  test('takes back a paste, a fill and an emptying as one, with the number of cells', async () => {
    show()
    const block = { from: 0, to: 2, columnIds: ['city', 'total'] }
    await act(async () =>
      list.blocks.paste(
        [
          ['Ghent', '7'],
          ['Ghent', '7'],
          ['Ghent', '7'],
        ],
        block,
      ),
    )
    await act(async () => list.blocks.clear({ ...block, to: 1 }))
    const { fill } = list.blocks
    await act(async () => fill({ ...block, columnIds: ['city'] }))
    expect(stored.map((row) => row.city)).toEqual([null, null, null])
    press('z')
    await screen.findByText('Undone: filling 1 cell.')
    press('z')
    await screen.findByText('Undone: emptying 4 cells.')
    press('z')
    await screen.findByText('Undone: pasting into 6 cells.')
    expect(stored.map(({ city, total }) => [city, total])).toEqual([
      ['Riga', '1'],
      ['Riga', '1'],
      ['Riga', '1'],
    ])
  })

  test('leaves what someone else changed since then, and says so', async () => {
    show()
    await edit(0, 'city', 'Oslo')
    change(0, { city: 'Madrid' })
    press('z')
    await screen.findByText('1 record was changed by someone else since then and stays as it is.')
    expect(stored[0]?.city).toBe('Madrid')
    expect(patches).toHaveLength(1)
    press('Z', { shiftKey: true })
    await screen.findByText('There is nothing to redo here.')
  })

  test('sets its own cell back where someone else changed another one', async () => {
    show()
    await edit(0, 'city', 'Oslo')
    change(0, { total: '9' })
    press('z')
    await screen.findByText('Undone: “City” of “Amber”.')
    expect(stored[0]).toMatchObject({ city: 'Riga', total: '9' })
  })

  test('can be tried again after the server could not be reached', async () => {
    show()
    await edit(0, 'city', 'Oslo')
    isOffline = true
    press('z')
    await screen.findByText('1 record could not be reached; the same keys try it again.')
    isOffline = false
    press('z')
    await screen.findByText('Undone: “City” of “Amber”.')
    expect(stored[0]?.city).toBe('Riga')
  })

  test('has nothing to undo after an edit that was refused, and is left to what is being typed', async () => {
    show()
    await edit(0, 'total', 'many')
    press('z')
    await screen.findByText('There is nothing to undo here.')
    toasts.clear()
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'z', ctrlKey: true })
    await Promise.resolve()
    expect(screen.queryByText('There is nothing to undo here.')).toBeNull()
  })

  test('the messages have the way back as a button', async () => {
    show()
    await edit(0, 'city', 'Oslo')
    press('z')
    fireEvent.click(await screen.findByRole('button', { name: 'Redo' }))
    await waitFor(() => expect(stored[0]?.city).toBe('Oslo'))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(stored[0]?.city).toBe('Riga'))
  })
})

function show() {
  render(
    <LanguageProvider initial={initial}>
      <QueryClientProvider client={new QueryClient()}>
        <List />
        <input />
        <ToastRegion />
      </QueryClientProvider>
    </LanguageProvider>,
  )
}

function List() {
  const language = useLanguage()
  const [steps] = useState(createEditSteps)
  const [window] = useState(() => ({ change: () => undefined }) as unknown as RecordWindow<RecordRow>)
  const edits = useCellEdits(table, window, steps)
  const { onUndo } = useEditHistory(table, edits, steps)
  useEffect(() => {
    const { save, editCell } = edits
    const rows = { rowAt: (at: number) => stored[at], rowCount: stored.length }
    list.editCell = editCell
    list.blocks = blockEdits({ table, model: undefined, ...rows, save, steps, onUndo, language })
  })
  return null
}

async function edit(at: number, column: string, value: string) {
  const row = stored[at]
  if (row) await act(async () => list.editCell(row, column, { value }))
}

function press(key: string, more: object = {}) {
  fireEvent.keyDown(document.body, { key, ctrlKey: true, ...more })
}

function change(at: number, values: Record<string, string>): RecordRow {
  const row = { ...(stored[at] as RecordRow), ...values }
  const next = { ...row, '@odata.etag': String(Number(row['@odata.etag']) + 1) }
  stored = stored.map((each, index) => (index === at ? next : each))
  return next
}

function rowOf(at: number, values: Record<string, string>): RecordRow {
  return { ...values, id: `0190a4c2-7a3b-7c4d-8e5f-00000000000${at}`, '@odata.etag': '1' }
}

function refusal(status: number, code: string): Response {
  return Response.json({ error: { code, message: code, innererror: { requestId: 'r1' } } }, { status })
}
