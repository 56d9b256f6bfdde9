import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { GridColumn, MoveAfter } from '#design/web/grid/gridColumn.ts'

type CellEditorProps<Row> = {
  readonly column: GridColumn<Row>
  readonly row: Row
  readonly initialText: string | undefined
  readonly onCommit: (value: unknown, move: MoveAfter) => void
  readonly onDone: (move: MoveAfter | 'away') => void
}

/** Around an inline editor: keeps the draft, and ends it by Enter, Tab, Esc or by leaving. */
export function CellEditor<Row>({ column, row, initialText, onCommit, onDone }: CellEditorProps<Row>) {
  const draft = useRef<{ readonly value: unknown }>(undefined)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isDone = useRef(false)
  const frame = useRef<HTMLDivElement>(null)
  const lost = useRef<(key: string | undefined) => void>(undefined)
  useEffect(() => () => clearTimeout(leaving.current), [])

  const finish = (move: MoveAfter | 'away') => {
    if (isDone.current) return
    isDone.current = true
    if (draft.current) onCommit(draft.current.value, move === 'away' ? 'stay' : move)
    onDone(move)
  }
  const cancel = () => {
    draft.current = undefined
    finish('stay')
  }
  useEffect(() => {
    lost.current = (key) => (key === undefined ? finish('away') : key === 'Escape' ? cancel() : finish('stay'))
  })
  // What had the focus may go without a blur, as an open list can: the next key or press ends the edit then.
  useEffect(() => {
    const onAct = (event: globalThis.KeyboardEvent | PointerEvent) => {
      const active = document.activeElement
      const isHere = frame.current?.contains(active) ?? false
      const isInGrid = frame.current?.closest('[role=grid]')?.contains(active) ?? false
      // Elsewhere lies what belongs to the editor too, such as an open list.
      if (isHere || (active !== document.body && !isInGrid)) return
      lost.current?.('key' in event ? event.key : undefined)
    }
    document.addEventListener('keydown', onAct, true)
    document.addEventListener('pointerdown', onAct, true)
    return () => {
      document.removeEventListener('keydown', onAct, true)
      document.removeEventListener('pointerdown', onAct, true)
    }
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    // A list that is open takes the key itself; a newline in a text is Alt or Shift with Enter.
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const move = moveOf(event)
    if (!move) return
    event.preventDefault()
    if (move === 'cancel') cancel()
    else finish(move)
  }
  const Editor = column.editor
  return (
    <div
      ref={frame}
      className="absolute inset-0"
      onKeyDown={onKeyDown}
      // A popover of the editor lies elsewhere in the document, but its events come by here too.
      onFocus={() => clearTimeout(leaving.current)}
      onBlur={({ target }) => {
        // What is taken away while it has the focus, as the stand-in of an editor that was still to come, is no leaving.
        leaving.current = setTimeout(() => target.isConnected && finish('away'), 0)
      }}
    >
      {Editor && (
        <Editor
          {...{ row, initialText, cancel }}
          label={column.title}
          change={(value) => {
            draft.current = { value }
          }}
          commit={(value, move = 'stay') => {
            draft.current = { value }
            finish(move)
          }}
        />
      )}
    </div>
  )
}

function moveOf({ key, shiftKey, altKey, target }: KeyboardEvent): MoveAfter | 'cancel' | undefined {
  if (key === 'Escape') return 'cancel'
  if (key === 'Tab') return shiftKey ? 'left' : 'right'
  if (key !== 'Enter') return undefined
  if (target instanceof HTMLTextAreaElement && (altKey || shiftKey)) return undefined
  return shiftKey ? 'up' : 'down'
}
