import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { noRows, type RowSelection } from '#design/selection.ts'
import { Grid } from '#design/web/grid/Grid.tsx'
import type { GridProps } from '#design/web/grid/gridProps.ts'
import { TextEditor } from '#design/web/grid/TextEditor.tsx'
import { LanguageProvider, loadLocale, type LoadedLocale } from '#language/web/language.tsx'

type Row = { readonly id: string; readonly name: string; readonly city: string }

const rows: readonly Row[] = Array.from({ length: 100 }, (_, at) => ({
  id: `r${at}`,
  name: `Name ${at}`,
  city: `City ${at}`,
}))
const columns: GridProps<Row>['columns'] = (['name', 'city'] as const).map((id) => ({
  id,
  title: id.toUpperCase(),
  width: 200,
  frozen: id === 'name',
  canSort: true,
  renderCell: (row: Row) => row[id],
  text: (row: Row) => row[id],
  editor: ({ row, label, initialText, change }) => (
    <TextEditor label={label} initialText={initialText} text={row[id]} onChange={change} />
  ),
}))

let english: LoadedLocale

beforeAll(async () => {
  english = await loadLocale('en')
})
afterEach(cleanup)

function show(more: Partial<GridProps<Row>> = {}) {
  render(
    <LanguageProvider initial={english}>
      <Grid<Row>
        label="People"
        columns={columns}
        rowCount={rows.length}
        rowAt={(index) => rows[index]}
        rowKey={({ id }) => id}
        {...more}
      />
    </LanguageProvider>,
  )
  return screen.getByRole('grid', { name: 'People' })
}

function press(key: string, more: { shiftKey?: boolean; ctrlKey?: boolean } = {}) {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
}

function enter(text: string) {
  fireEvent.pointerDown(screen.getByText(text), { button: 0 })
}

describe('the grid', () => {
  test('tells assistive technology its full size and each place', () => {
    const grid = show()
    expect(grid.getAttribute('aria-rowcount')).toBe('101')
    expect(grid.getAttribute('aria-colcount')).toBe('2')
    const cell = screen.getByText('City 3').closest('[role=gridcell]')
    expect(cell?.getAttribute('aria-colindex')).toBe('2')
    expect(cell?.closest('[role=row]')?.getAttribute('aria-rowindex')).toBe('5')
    expect(screen.getByRole('columnheader', { name: 'CITY' }).getAttribute('aria-sort')).toBe('none')
  })

  test('has one stop for Tab, which the arrows move', () => {
    const grid = show()
    enter('Name 2')
    press('ArrowRight')
    press('ArrowDown')
    expect(document.activeElement?.textContent).toBe('City 3')
    expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  })

  test('an edit whose field is gone with its focus ends with the next key', () => {
    const Vanishing = () => {
      const [isThere, setThere] = useState(true)
      return isThere ? <input aria-label="gone soon" autoFocus onChange={() => setThere(false)} /> : null
    }
    const grid = show({
      onEdit: vi.fn<NonNullable<GridProps<Row>['onEdit']>>(),
      columns: columns.map((column) => ({ ...column, editor: Vanishing })),
    })
    enter('City 2')
    press('F2')
    fireEvent.change(screen.getByLabelText('gone soon'), { target: { value: 'x' } })
    expect(document.activeElement).toBe(document.body)
    press('Escape')
    expect(grid.querySelector('[data-editing]')).toBeNull()
    expect(document.activeElement?.textContent).toBe('City 2')
  })

  test('typing replaces, Enter commits and moves down', () => {
    const onEdit = vi.fn<NonNullable<GridProps<Row>['onEdit']>>()
    show({ onEdit })
    enter('Name 2')
    press('R')
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'NAME' })
    expect(input.value).toBe('R')
    fireEvent.change(input, { target: { value: 'Riga' } })
    press('Enter')
    expect(onEdit).toHaveBeenCalledWith({ row: rows[2], index: 2, columnId: 'name', value: 'Riga' })
    expect(document.activeElement?.textContent).toBe('Name 3')
  })

  test('F2 edits the value, Esc changes nothing, Tab without a change commits nothing', () => {
    const onEdit = vi.fn<NonNullable<GridProps<Row>['onEdit']>>()
    show({ onEdit })
    enter('Name 2')
    press('F2')
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Name 2')
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'x' } })
    press('Escape')
    expect(document.activeElement?.textContent).toBe('Name 2')
    press('F2')
    press('Tab')
    expect(document.activeElement?.textContent).toBe('City 2')
    expect(onEdit).not.toHaveBeenCalled()
  })

  test('a selected range is copied, pasted, filled down and cleared', () => {
    const [onPaste, onFill, onClear] = [vi.fn(), vi.fn(), vi.fn()]
    show({ onPaste, onFill, onClear })
    enter('Name 2')
    press('ArrowDown', { shiftKey: true })
    press('ArrowRight', { shiftKey: true })
    const clipboard = new Map<string, string>()
    const clipboardData = {
      setData: (type: string, text: string) => clipboard.set(type, text),
      getData: () => 'a\tb\nc\td',
    }
    fireEvent.copy(document.activeElement ?? document.body, { clipboardData })
    expect(clipboard.get('text/plain')).toBe('Name 2\tCity 2\nName 3\tCity 3')
    const block = { from: 2, to: 3, columnIds: ['name', 'city'] }
    fireEvent.paste(document.activeElement ?? document.body, { clipboardData })
    expect(onPaste).toHaveBeenCalledWith(
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      block,
    )
    press('d', { ctrlKey: true })
    expect(onFill).toHaveBeenCalledWith(block)
    press('Delete')
    expect(onClear).toHaveBeenCalledWith(block)
  })

  test('rows are ticked one by one, up to another with Shift, and all', async () => {
    const onSelectionChange = vi.fn<(selection: RowSelection) => void>()
    show({ selection: noRows, onSelectionChange })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select row 2' }))
    expect(onSelectionChange).toHaveBeenLastCalledWith({ kind: 'some', keys: new Set(['r1']) })
    // The grid of a page without a size shows one row; those around it come when it has come to rest.
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select row 4' }), { shiftKey: true })
    expect(onSelectionChange).toHaveBeenLastCalledWith({ kind: 'some', keys: new Set(['r1', 'r2', 'r3']) })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    expect(onSelectionChange).toHaveBeenLastCalledWith({ kind: 'all', except: new Set() })
  })

  test('the head of a column has a menu by keyboard, and keys for its width and place', async () => {
    const [onSort, onResize, onReorder] = [vi.fn(), vi.fn(), vi.fn()]
    show({ onSort, onResize, onReorder })
    enter('City 0')
    press('ArrowUp')
    expect(document.activeElement?.getAttribute('role')).toBe('columnheader')
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowRight', altKey: true })
    expect(onResize).toHaveBeenCalledWith('city', 208)
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowLeft', altKey: true, shiftKey: true })
    expect(onReorder).toHaveBeenCalledWith(['city', 'name'])
    press('Enter')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Sort descending' }))
    await waitFor(() => expect(onSort).toHaveBeenCalledWith('city', 'descending'))
  })

  test('rows that are not loaded are asked for, and shown as skeletons', () => {
    const onRangeNeeded = vi.fn<(from: number, to: number) => void>()
    const grid = show({ rowAt: () => undefined, onRangeNeeded })
    expect(onRangeNeeded).toHaveBeenCalledWith(0, expect.any(Number))
    expect(grid.querySelectorAll('[data-bone]').length).toBeGreaterThan(0)
  })

  test('rows that are carried along in a leap make nothing longer to scroll; at rest what hangs below them is not cut', async () => {
    const grid = show()
    const path = () => grid.querySelector<HTMLElement>('.grid-rows')?.parentElement?.style.overflowY
    expect(path()).toBe('')
    grid.scrollTop = 2000
    fireEvent.scroll(grid)
    expect(path()).toBe('clip')
    await waitFor(() => expect(path()).toBe(''))
  })

  test('an empty grid and a failed one say so in their words', () => {
    show({ rowCount: 0, empty: 'No people yet' })
    expect(screen.getByText('No people yet')).toBeDefined()
    cleanup()
    show({ error: 'The list could not be loaded' })
    expect(screen.getByText('The list could not be loaded')).toBeDefined()
  })

  test('a cell says that its value was refused', () => {
    show({
      cellState: (row, id) => (row.id === 'r1' && id === 'city' ? { kind: 'error', text: 'Unknown city' } : undefined),
    })
    const cell = screen.getByText('City 1').closest('[role=gridcell]')
    expect(cell?.getAttribute('aria-invalid')).toBe('true')
    expect(cell?.getAttribute('title')).toBe('Unknown city')
    enter('City 1')
    const note = document.querySelector(`#${cell?.getAttribute('aria-describedby')}`)
    expect(note?.textContent).toBe('Unknown city')
  })
})
