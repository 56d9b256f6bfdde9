import { useLanguage } from '#language/web/language.tsx'
import { TableSide } from '#records/web/list/TableSide.tsx'
import { TrashView } from '#records/history/web/TrashView.tsx'

/** The deleted records of a table. */
export function TrashPage() {
  const { t } = useLanguage()
  return (
    <TableSide title={t('records.trash.title')}>
      {(table) => <TrashView key={table.entity.id} table={table} />}
    </TableSide>
  )
}
