import { classes } from '#design/web/theme/classes.ts'
import { Table } from '#design/web/layout/Table.tsx'
import { VariableUses } from '#entities/web/VariableUses.tsx'
import type { VariableRecord } from '#entities/wire.ts'
import { useLanguage } from '#language/web/language.tsx'

type VariableTableProps = {
  readonly environmentId: string
  readonly variables: readonly VariableRecord[]
  readonly chosenId: string | undefined
  readonly onOpen: (id: string) => void
}

/** Variables, one a line; on a phone, what matters less goes. */
export function VariableTable({ environmentId, variables, chosenId, onOpen }: VariableTableProps) {
  const { t } = useLanguage()
  const columns = [
    { id: 'key', title: t('variables.key') },
    { id: 'type', title: t('variables.type'), className: '@max-md:hidden' },
    { id: 'value', title: t('variables.value') },
    { id: 'description', title: t('variables.description'), className: '@max-4xl:hidden' },
    { id: 'used', title: t('variables.usedBy'), className: '@max-xl:hidden' },
  ] as const
  return (
    <div className="@container overflow-x-auto rounded-card border border-line">
      <Table caption={t('variables.title')} columns={columns}>
        {variables.map((variable) => (
          <tr
            key={variable.id}
            className={classes('h-row', variable.id === chosenId ? 'bg-selection' : 'hover:bg-subtle')}
          >
            <th scope="row" className="max-w-60 px-3 py-1.5 font-normal">
              <button
                type="button"
                aria-current={variable.id === chosenId ? 'true' : undefined}
                onClick={() => onOpen(variable.id)}
                className="focus-ring max-w-full truncate rounded-small font-mono font-medium hover:underline"
              >
                {variable.key}
              </button>
            </th>
            <td className="px-3 whitespace-nowrap text-muted @max-md:hidden">
              {t(`variables.types.${variable.type}`)}
            </td>
            <td className="max-w-60 truncate px-3 tabular-nums">
              <VariableValue variable={variable} />
            </td>
            <td className="max-w-80 truncate px-3 text-muted @max-4xl:hidden" title={variable.description ?? undefined}>
              {variable.description}
            </td>
            <td className="max-w-80 px-3 py-1.5 @max-xl:hidden">
              <VariableUses environmentId={environmentId} uses={variable.used_by} />
            </td>
          </tr>
        ))}
      </Table>
    </div>
  )
}

function VariableValue({ variable: { type, value } }: { readonly variable: VariableRecord }) {
  const { t, day, number } = useLanguage()
  if (value === null) return <span className="text-muted">{t('variables.noValue')}</span>
  if (typeof value === 'boolean') return t(value ? 'variables.yes' : 'variables.no')
  if (type === 'date') return day(value, 'shortDate')
  if (type === 'number') return number(value)
  return type === 'json' ? <code className="text-label">{value}</code> : value
}
