import { Unlink } from 'lucide-react'
import { fieldLabel, type Field } from '#attributes/attribute.ts'
import { renderValue } from '#attributes/web/cells.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import { Table } from '#design/web/layout/Table.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { Related } from '#records/related.ts'
import { linkedRecord, recordName, fieldValue, type RecordRow } from '#records/wire.ts'

type RelatedTableProps = {
  readonly envid: string
  readonly related: Related
  readonly rows: readonly RecordRow[]
  readonly fields: readonly Field[]
  /** Takes the link to a row away; undefined where rows are not linked but point here. */
  readonly onUnlink?: (id: string, name: string) => void
}

// On a phone there is room for the name and one field.
const hiding = ['', 'max-sm:hidden', 'max-md:hidden']

/** Related records by their names, with the first fields of their own list. */
export function RelatedTable({ envid, related, rows, fields, onUnlink }: RelatedTableProps) {
  const language = useLanguage()
  const { t } = language
  const columns = [
    { id: 'name', title: t('entities.system.name'), className: 'w-2/5' },
    ...fields.map((field, at) => ({ id: field.id, title: fieldLabel(field, t), className: hiding[at] ?? '' })),
    ...(onUnlink
      ? [{ id: 'actions', title: t('relationships.related.unlink'), titleHidden: true, className: 'w-10' }]
      : []),
  ]
  return (
    <div className="overflow-x-auto rounded-card border border-line">
      <Table caption={related.title} columns={columns}>
        {rows.map((row) => {
          const name = recordName(row, t('records.unnamed'))
          return (
            <tr key={row.id} className="h-row hover:bg-subtle">
              <th scope="row" className="max-w-60 truncate px-3 font-medium">
                <PageLink
                  href={`/${envid}/entity/${related.target.id}/${row.id}`}
                  className="focus-ring rounded-small hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
                >
                  {name}
                </PageLink>
              </th>
              {fields.map((field, at) => (
                <td key={field.id} className={`max-w-60 truncate px-3 ${hiding[at] ?? ''}`}>
                  {renderValue({
                    field,
                    value: fieldValue(row, field),
                    linked: linkedRecord(row, field)?.name ?? null,
                    envid,
                    language,
                  })}
                </td>
              ))}
              {onUnlink && (
                <td className="pr-1 text-right">
                  <IconButton
                    label={t('relationships.related.unlinkOf', { name })}
                    icon={<Unlink />}
                    onPress={() => onUnlink(row.id, name)}
                  />
                </td>
              )}
            </tr>
          )
        })}
      </Table>
    </div>
  )
}
