import { useQuery } from '@tanstack/react-query'
import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { Field } from '#design/web/fields/Field.tsx'
import { Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { TextLink } from '#design/web/navigation/TextLink.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { api } from '#platform/web/http.ts'
import { sayFault } from '#platform/web/sayFault.ts'

/** What a data query answers: a number as its digits, or rows of the set that it asks. */
type Answer =
  | { readonly show: 'number'; readonly set: string; readonly value: string | null }
  | { readonly show: 'list' | 'chart'; readonly set: string; readonly value: readonly Row[] }
type Row = Readonly<Record<string, unknown>>

/** What the data query of a field says of the record, with the rights of who looks at it. */
export function DataQueryControl(props: ControlProps) {
  const { field, envid, recordId, addressOf } = props
  const { t, number } = useLanguage()
  const { data, error, isPending } = useQuery({
    queryKey: ['dataquery', envid, field.id, recordId],
    queryFn: ({ signal }) => api.get<Answer>(`/dataquery/v1/${envid}/${field.id}/${recordId}`, { signal }),
    enabled: envid !== undefined && recordId !== undefined,
    // The server keeps an answer as long.
    staleTime: 60_000,
    retry: false,
  })
  const shown = () => {
    if (recordId === undefined) return <span className="text-muted">{t('attributes.query.later')}</span>
    if (error) return <span className="text-red">{sayFault(t, error).text}</span>
    if (isPending) return <Skeleton className="h-5 w-24" />
    if (data.show === 'number')
      return <span className="text-title tabular-nums">{data.value === null ? '–' : number(data.value)}</span>
    if (data.value.length === 0) return <span className="text-muted">{t('design.nothingFound')}</span>
    return (
      <ul className="flex max-h-60 flex-col gap-1 overflow-auto">
        {data.value.map((row, at) => (
          <li key={typeof row['id'] === 'string' ? row['id'] : at}>
            <RowLine {...{ row }} address={addressOf?.(data.set, String(row['id'] ?? ''))} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Field {...fieldProps(props)}>
      {(wiring) => (
        <div id={wiring.id} role="group" aria-labelledby={wiring['aria-labelledby']} className="min-h-(--control) py-1">
          {shown()}
        </div>
      )}
    </Field>
  )
}

function RowLine({ row, address }: { row: Row; address: string | undefined }) {
  const { name } = row
  const text = typeof name === 'string' && name !== '' ? name : valuesText(row)
  return address === undefined ? <>{text}</> : <TextLink href={address}>{text}</TextLink>
}

/** The values of a row without a name of its own. */
function valuesText(row: Row): string {
  const values = Object.entries(row).filter(([key, value]) => key !== 'id' && !key.startsWith('@') && value !== null)
  return values.map(([, value]) => String(value)).join(' · ')
}
