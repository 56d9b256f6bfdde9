import { useState } from 'react'
import { columnOf, fieldLabel } from '#attributes/attribute.ts'
import { renderValue } from '#attributes/web/cells.tsx'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { ApiFault } from '#platform/web/http.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { forgetCell, unsentEdits } from '#records/web/grid/sentEdits.ts'
import type { UnsentEdit } from '#records/web/grid/unsentEdits.ts'
import { readRecord, type RecordsTable } from '#records/web/records.client.ts'
import type { useCellEdits } from '#records/web/grid/useCellEdits.ts'

type UnsentEditsNoticeProps = {
  readonly table: RecordsTable
  readonly edits: Pick<ReturnType<typeof useCellEdits>, 'editCell'>
}

/** Offers what was typed into cells when the page was left before it was saved, as by the end of a session. */
export function UnsentEditsNotice({ table, edits }: UnsentEditsNoticeProps) {
  const { entity, envid } = table
  const language = useLanguage()
  const { t } = language
  const [cells, setCells] = useState(() => unsentEdits(entity.id))
  const [pending, setPending] = useState<UnsentEdit>()
  const give = (cell: UnsentEdit) => {
    forgetCell(entity.id, cell)
    setCells((before) => before.filter((each) => each !== cell))
  }
  const nameOf = ({ name }: UnsentEdit) => name || t('records.unnamed')
  const save = async (cell: UnsentEdit) => {
    setPending(cell)
    try {
      const record = await readRecord(table, cell.recordId)
      give(cell)
      await edits.editCell(record, cell.column, cell.linked ? { value: cell.value, linked: cell.linked } : cell)
    } catch (error) {
      const isGone = error instanceof ApiFault && error.status === 404
      toast({ kind: 'failed', text: isGone ? t('records.kept.gone', { name: nameOf(cell) }) : sayFault(t, error).text })
    } finally {
      setPending(undefined)
    }
  }
  return cells.map((cell) => {
    const field = entity.fields.find((each) => columnOf(each) === cell.column)
    if (!field) return null
    const isEmpty = cell.value === null || cell.value === ''
    const said = isEmpty
      ? t('records.kept.empty')
      : cell.isTyped
        ? String(cell.value)
        : renderValue({ field, value: cell.value, linked: cell.linked?.label ?? null, language, envid })
    const [before = '', after = ''] = t('records.kept.text', {
      field: fieldLabel(field, t),
      name: nameOf(cell),
      value: mark,
    }).split(mark)
    return (
      <div key={`${cell.recordId} ${cell.column}`} className="px-3 pt-2">
        <Banner
          kind="warning"
          actions={
            <>
              <Button onPress={() => give(cell)}>{t('records.kept.discard')}</Button>
              <Button isPending={pending === cell} onPress={() => void save(cell)}>
                {t('records.kept.save')}
              </Button>
            </>
          }
        >
          {before}
          <strong className="font-semibold">{said}</strong>
          {after}
        </Banner>
      </div>
    )
  })
}

// Where the value stands in the sentence.
const mark = '\u0000'
