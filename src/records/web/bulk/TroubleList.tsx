import { Table } from '#design/web/layout/Table.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayCauseProblem } from '#records/history/web/sayCause.ts'
import type { TroubleRecord } from '#records/work.ts'

// More are in the file.
const shown = 200

type TroubleListProps = {
  readonly records: readonly TroubleRecord[]
  readonly entityOf: (id: string) => EntityDefinition | undefined
}

/** Records that were left as they are, each with its reasons. */
export function TroubleList({ records, entityOf }: TroubleListProps) {
  const { t } = useLanguage()
  return (
    <div className="overflow-x-auto rounded-card border border-line">
      <Table
        caption={t('records.trouble.title')}
        columns={[
          { id: 'record', title: t('records.trouble.record') },
          { id: 'reason', title: t('records.trouble.reason') },
        ]}
      >
        {records.slice(0, shown).map((record) => (
          <tr key={record.id} className="align-top">
            <td className="max-w-60 px-3 py-2 wrap-anywhere select-text">{record.name ?? record.id}</td>
            <td className="px-3 py-2">
              <ul className="flex flex-col gap-1">
                {record.problems.map((problem, at) => (
                  <li key={at}>{sayCauseProblem(t, entityOf(record.entity_id), problem)}</li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </Table>
    </div>
  )
}
