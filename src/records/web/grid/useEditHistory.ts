import { useEffect, useEffectEvent, useState } from 'react'
import { letterKey } from '#design/letterKey.ts'
import { useLanguage, withTexts } from '#language/web/language.tsx'
import type { Side } from '#records/history/history.ts'
import type { EditSteps } from '#records/web/grid/editSteps.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import type { UndoTurns } from '#records/web/grid/undoEdit.ts'
import type { useCellEdits } from '#records/web/grid/useCellEdits.ts'

export type EditHistory = { readonly steps: EditSteps; readonly onUndo: () => void }

/** Ctrl Z takes back the last edit of cells, Ctrl Shift Z and Ctrl Y do it again. How it is done is loaded with the first time. */
export function useEditHistory(
  table: RecordsTable,
  { save }: Pick<ReturnType<typeof useCellEdits>, 'save'>,
  steps: EditSteps,
): EditHistory {
  const { t } = useLanguage()
  const [turns] = useState<UndoTurns>(() => ({ last: Promise.resolve() }))
  const go = (from: Side) =>
    void withTexts(import('#records/web/grid/undoEdit.ts'), ['records']).then(({ goBack }) =>
      goBack({ table, save, steps, t, turns }, from),
    )

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const side = sideOf(event)
    if (!side || event.defaultPrevented || isTyping(event.target)) return
    event.preventDefault()
    go(side)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return { steps, onUndo: () => go('past') }
}

function sideOf(event: KeyboardEvent): Side | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined
  const letter = letterKey(event)
  if (letter === 'z') return event.shiftKey ? 'future' : 'past'
  return letter === 'y' && !event.shiftKey ? 'future' : undefined
}

/** What is being typed has an undo of its own, and so has every window over the page. */
function isTyping(target: EventTarget | null): boolean {
  const fields =
    'input:not([type=checkbox]), textarea, select, [contenteditable], form, [role=dialog], [role=alertdialog]'
  return target instanceof Element && target.closest(fields) !== null
}
