import type { Field } from '#attributes/attribute.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import { columnOf, isLink, fieldLabel, optionLabelOf } from '#attributes/attribute.ts'
import { useLanguage } from '#language/web/language.tsx'
import { hindrance, laneOf, type Lane } from '#records/kinds/board.ts'
import type { useMoves } from '#records/web/kinds/useMoves.tsx'
import type { CellValue } from '#records/cell.ts'
import { recordName, type RecordRow } from '#records/wire.ts'

/** Brings a record into another lane, and says where it cannot go. */
export function useLaneMoves(
  { entity }: RecordsTable,
  field: Field,
  move: ReturnType<typeof useMoves>['move'],
): (row: RecordRow, lane: Lane) => void {
  const { t } = useLanguage()
  const valueOfLane = ({ value, label }: Lane): CellValue =>
    isLink(field) && typeof value === 'string' ? { value, linked: { id: value, label } } : { value }
  const bringTo = (row: RecordRow, lane: Lane) => {
    if (laneOf(row, field) === lane.value) return
    const against = hindrance(row, lane, field, entity.fields)
    const name = recordName(row, t('records.unnamed'))
    void move(
      row,
      { [columnOf(field)]: valueOfLane(lane) },
      t('records.move.done', { name, place: lane.label }),
      against && sayHindrance(against, lane),
    )
  }
  const sayHindrance = (against: NonNullable<ReturnType<typeof hindrance>>, lane: Lane) => {
    if (against.kind === 'closed') return t('records.board.closed', { lane: lane.label })
    const { field: by, value } = against
    const said = typeof value === 'string' ? optionLabelOf(by, value, t) : t('records.noValue')
    return t('records.board.parent', { lane: lane.label, field: fieldLabel(by, t), value: said })
  }
  return bringTo
}
