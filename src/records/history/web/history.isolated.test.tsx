import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { attributeOf, type AttributeDraft } from '#attributes/attribute.ts'
import { noRows, type RowSelection } from '#design/selection.ts'
import { ConfirmRegion } from '#design/web/overlay/ConfirmRegion.tsx'
import { ToastRegion } from '#design/web/feedback/ToastRegion.tsx'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'
import { defaultListing, type PlainListing } from '#views/listing.ts'
import { RecordHistory } from '#records/history/web/RecordHistory.tsx'
import { SelectionBar } from '#records/web/bulk/SelectionBar.tsx'
import { TrashView } from '#records/history/web/TrashView.tsx'
import type { RecordRow } from '#records/wire.ts'
import type { AssignDialog } from '#security/web/members/AssignDialog.tsx'

// Whose a record shall be is chosen there; here by one press.
vi.mock('#security/web/members/AssignDialog.tsx', () => ({
  AssignDialog: ({ onAssign, onClose }: Parameters<typeof AssignDialog>[0]) => (
    <button type="button" onClick={() => void onAssign({ id: 'o', label: 'Field service' }).then(onClose)}>
      Field service
    </button>
  ),
}))

const initial = await loadLocale('en')
type Sent = { readonly path: string; readonly body: unknown; readonly etag: string | null }
let sent: Sent[] = []
let answers: Record<string, () => unknown> = {}

beforeEach(() => {
  sent = []
  answers = {}
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    // What one may do is not known here; nothing is left out then.
    if (String(address).includes('/self')) return Response.json({}, { status: 404 })
    const path = new URL(String(address), 'http://localhost').pathname
    const found = Object.entries(answers).find(([part]) => path.includes(part))
    if (init?.method === 'POST' && !path.includes('csrf')) {
      const etag = new Headers(init.headers).get('if-match')
      sent.push({ path, body: JSON.parse(String(init.body)), etag })
    }
    return Response.json(found ? found[1]() : { token: 'token', value: [] })
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const attributes = [
  { name: 'City', uri: 'city', type: 'text' },
  { name: 'Paid', uri: 'paid', type: 'boolean' },
  { name: 'Due', uri: 'due', type: 'date', required: true },
].map((draft, position) =>
  attributeOf(draft as AttributeDraft, { id: `a${position}`, entity_id: 'e', change_id: 'c', position }),
)
const whole = entityOf({ name: 'Order', collectionname: 'Orders', uri: 'orders' }, { id: 'e', change_id: 'c' })
const table = { envid: 'env', entity: withAttributes(whole, attributes) }

function show(content: ReactNode): void {
  render(
    <LanguageProvider initial={initial}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        {content}
        <ConfirmRegion />
        <ToastRegion />
      </QueryClientProvider>
    </LanguageProvider>,
  )
}

describe('the trash', () => {
  const item = (id: string, more = {}) => ({
    id,
    name: `Order ${id}`,
    deleted_on: '2026-01-01T00:00:00.000Z',
    deleted_by_id: 'p',
    deleted_by: 'Ann',
    cause: { kind: 'bulk', id: 'j' },
    children: 0,
    purge_on: '2026-01-31T00:00:00.000Z',
    ...more,
  })

  test('restores what is selected, and tells what could not come back', async () => {
    answers['/restore'] = () => ({
      restored: ['1'],
      children: 0,
      refused: [{ entity_id: 'e', id: '2', name: 'Order 2', problems: [{ code: 'validation.taken', target: 'city' }] }],
    })
    answers['/trash/'] = () => ({ value: [item('1'), item('2')], next: null })
    show(<TrashView table={table} />)
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }))
    expect(screen.getByText('2 selected')).toBeTruthy()
    const [restore] = screen.getAllByRole('button', { name: 'Restore' })
    if (restore) fireEvent.click(restore)
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ ids: ['1', '2'] }]))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('City: This value is already taken.')).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Restore without these values' }))
    await waitFor(() => expect(sent[1]?.body).toEqual({ ids: ['2'], unfit: 'left' }))
  })

  test('asks whether what went with a record comes back too', async () => {
    answers['/restore'] = () => ({ restored: ['1'], children: 3, refused: [] })
    answers['/trash/'] = () => ({ value: [item('1', { children: 3 })], next: null })
    show(<TrashView table={table} />)
    await screen.findByText('and 3 records that link to it')
    const line = screen.getAllByRole('button', { name: 'Restore' }).at(-1)
    if (line) fireEvent.click(line)
    fireEvent.click(await screen.findByRole('button', { name: 'Restore all of it' }))
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ ids: ['1'], children: true }]))
    expect(await screen.findByText('1 record is back, with 3 records that link to them.')).toBeTruthy()
  })
})

describe('the history of a record', () => {
  const record = { id: 'r', name: 'One', '@odata.etag': 'W/"3"' } as unknown as RecordRow
  const entry = (at_seq: string, kind: string, changes: object[]) => ({
    at_seq,
    kind,
    on: '2026-01-01T00:00:00.000Z',
    by_id: 'p',
    by: 'Ann',
    cause: { kind: 'import', id: 'i' },
    version: at_seq === 'e2' ? '2' : '1',
    changes,
    restorable: true,
  })

  test('tells old and new values in the words of their types, and sets a version back on the one that is shown', async () => {
    answers['/version/'] = () => ({
      at_seq: 'e1',
      on: '2026-01-01T00:00:00.000Z',
      differences: [
        { column: 'city', before: 'Riga', after: 'Ogre' },
        { column: 'due', before: '2026-02-01', after: null },
      ],
      problems: [{ code: 'validation.required', target: 'due' }],
      lost: ['fax'],
      names: {},
    })
    answers['/history/'] = () => ({
      value: [
        entry('e2', 'update', [
          { column: 'city', before: null, after: 'Riga' },
          { column: 'paid', before: false, after: true },
        ]),
        entry('e1', 'create', [{ column: 'city', before: null, after: 'Ogre' }]),
      ],
      next: null,
      names: {},
    })
    show(<RecordHistory table={table} record={record} />)
    const [changed, created] = await screen.findAllByRole('listitem')
    expect(changed?.textContent).toContain('Ann')
    expect(changed?.textContent).toContain('Import')
    expect(changed && within(changed).getByText('nothing')).toBeTruthy()
    expect(changed && within(changed).queryByRole('button')).toBeNull()
    if (created) fireEvent.click(within(created).getByRole('button', { name: 'Restore this version' }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText(/Cannot be set back/)
    expect(within(dialog).getByText(/1 attribute that was deleted since/)).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Set back' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ body: { at_seq: 'e1' }, etag: 'W/"3"' })
  })
})

describe('what is selected in a list', () => {
  const selected: RowSelection = { kind: 'some', keys: new Set(['1', '2']) }
  const bar = (selection: RowSelection, onSelection: (next: RowSelection) => void) => (
    <SelectionBar
      table={table}
      listing={defaultListing(table.entity) as PlainListing}
      selection={selection}
      total={40}
      findLinked={() => Promise.resolve([])}
      onSelection={onSelection}
      onDone={() => undefined}
    />
  )

  test('can become all that the list has', () => {
    const onSelection = vi.fn<(next: RowSelection) => void>()
    show(bar(selected, onSelection))
    fireEvent.click(screen.getByRole('button', { name: 'Select all 40' }))
    expect(onSelection).toHaveBeenCalledWith({ kind: 'all', except: new Set() })
  })

  test('is deleted as one job, with what came of it', async () => {
    answers['/bulk/'] = () => ({ job_id: 'j' })
    answers['/job/'] = () => ({
      id: 'j',
      kind: 'bulkdelete',
      state: 'succeeded',
      title: {},
      result: { done: 1, refused: 1 },
      progress: { done: 2, total: 2, phase: 'rows' },
      error: null,
    })
    const onSelection = vi.fn<(next: RowSelection) => void>()
    show(bar({ kind: 'all', except: new Set(['1']) }, onSelection))
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    const question = await screen.findByRole('alertdialog')
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('1 record was deleted, 1 was left as it is.')).toBeTruthy()
    expect(sent[0]?.body).toEqual({ action: 'delete', records: { query: '', except: ['1'] } })
    expect(onSelection).toHaveBeenCalledWith(noRows)
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent[1]?.body).toEqual({ id: 'j', kind: 'bulk' }))
  })

  test('is given to another owner as one job, and back by one undo', async () => {
    answers['/bulk/'] = () => ({ job_id: 'j' })
    answers['/job/'] = () => ({
      id: 'j',
      kind: 'bulkchange',
      state: 'succeeded',
      title: {},
      result: { done: 1, refused: 0 },
      progress: { done: 1, total: 1, phase: 'rows' },
      error: null,
    })
    const onSelection = vi.fn<(next: RowSelection) => void>()
    show(bar(selected, onSelection))
    fireEvent.click(screen.getByRole('button', { name: 'Assign' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Field service' }))
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ action: 'change', values: { owner_id: 'o' } }))
    expect(onSelection).toHaveBeenCalledWith(noRows)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Field service' })).toBe(null))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent[1]?.body).toEqual({ id: 'j', kind: 'bulk' }))
  })
})
