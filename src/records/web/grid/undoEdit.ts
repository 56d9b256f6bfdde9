import { columnOf, fieldLabel, type Field } from '#attributes/attribute.ts'
import { toast } from '#design/web/feedback/toast.ts'
import type { Translate } from '#language/translate.ts'
import type { Side } from '#records/history/history.ts'
import { cellCount, isAsLeft, type RecordChange } from '#records/recordChange.ts'
import type { EditStep, EditSteps } from '#records/web/grid/editSteps.ts'
import { inSequence } from '#records/web/grid/sequence.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import type { useCellEdits } from '#records/web/grid/useCellEdits.ts'
import { recordName } from '#records/wire.ts'

// Rows saved side by side; more only wait in the server.
const atOnce = 6

type Tools = Pick<ReturnType<typeof useCellEdits>, 'save'> & {
  readonly from: Side
  readonly fields: readonly Field[]
  readonly t: Translate
  /** Goes the same way back. */
  readonly onReturn: () => void
}

/** The steps on their way: each waits for the one before it. */
export type UndoTurns = { last: Promise<void> }

type Visit = Pick<Tools, 'save' | 't'> & {
  readonly table: RecordsTable
  readonly steps: EditSteps
  readonly turns: UndoTurns
}

/** Takes the last step back, or does the one that was taken back again. */
export function goBack(visit: Visit, from: Side): void {
  const { table, save, steps, t, turns } = visit
  const step = steps.take(from)
  if (!step) return void toast({ text: t(from === 'past' ? 'records.history.noUndo' : 'records.history.noRedo') })
  const to: Side = from === 'past' ? 'future' : 'past'
  const tools = { from, fields: table.entity.fields, save, t, onReturn: () => goBack(visit, to) }
  const work = turns.last.then(() => undoEdit(step, tools))
  // In its place at once, so that the keys may follow each other faster than the server answers.
  steps.put(to, { kind: step.kind, changes: work.then(({ changed }) => changed) })
  turns.last = work.then(({ unreached }) => {
    if (unreached.length > 0) steps.put(from, { kind: step.kind, changes: Promise.resolve(unreached) })
  })
}

/** What a step back changed, to be done again, and what the server could not be asked for, to be tried again. */
export type TakenBack = { readonly changed: readonly RecordChange[]; readonly unreached: readonly RecordChange[] }

/**
 * Sets the cells of a step to what they held before it, as changes of the versions that the step left. What someone
 * else has changed since stays, and is told.
 */
export async function undoEdit({ kind, changes }: EditStep, tools: Tools): Promise<TakenBack> {
  const { from, fields, save, t, onReturn } = tools
  const changed: RecordChange[] = []
  const unreached: RecordChange[] = []
  const refusals: string[] = []
  let outdated = 0
  await inSequence(await changes, atOnce, async (change) => {
    const holdsFor = (now: RecordChange['left']) => isAsLeft(change, now, fields)
    const ending = await save({ row: change.left, values: change.before, holdsFor })
    if (ending.kind === 'saved') changed.push(...(ending.change ? [ending.change] : []))
    else if (ending.kind === 'unreached') unreached.push(change)
    else if (ending.kind === 'refused') refusals.push(ending.text)
    else outdated += 1
  })
  if (changed.length > 0) {
    const action = { label: t(from === 'past' ? 'records.history.redo' : 'design.undo'), onAction: onReturn }
    toast({ kind: 'done', text: wordsFor(), action })
  }
  if (outdated > 0) toast({ kind: 'failed', text: t('records.history.outdated', { count: outdated }) })
  const [first] = refusals
  if (first) toast({ kind: 'failed', text: t('records.history.refused', { count: refusals.length, first }) })
  if (unreached.length > 0) toast({ kind: 'failed', text: t('records.history.unreached', { count: unreached.length }) })
  return { changed, unreached }

  function wordsFor(): string {
    const done = from === 'past' ? 'undone' : 'redone'
    const [change] = changed
    const field = fields.find((each) => change && columnOf(each) in change.before)
    if (kind !== 'cell' || !change || !field) return t(`records.history.${done}.${kind}`, { count: cellCount(changed) })
    const name = recordName(change.left, t('records.unnamed'))
    return t(`records.history.${done}.cell`, { field: fieldLabel(field, t), name })
  }
}
