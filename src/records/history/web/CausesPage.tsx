import { useLanguage } from '#language/web/language.tsx'
import { CausesView } from '#records/history/web/CausesView.tsx'
import { TableSide } from '#records/web/list/TableSide.tsx'

/** What was written to the records of a table lately, and the way back. */
export function CausesPage() {
  const { t } = useLanguage()
  return (
    <TableSide title={t('records.causes.title')}>
      {(table) => <CausesView key={table.entity.id} {...table} />}
    </TableSide>
  )
}
