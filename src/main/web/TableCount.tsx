import { countEnd, useTableCount } from '#main/web/tables.client.ts'
import { useLanguage } from '#language/web/language.tsx'

/** The number of records of a table, up to "10,000+". */
export function TableCount({ environmentId, uri }: { environmentId: string; uri: string }) {
  const { number } = useLanguage()
  const { data } = useTableCount(environmentId, uri)
  if (data === undefined) return null
  return (
    <span className="text-section text-muted tabular-nums">
      {data >= countEnd ? `${number(countEnd)}+` : number(data)}
    </span>
  )
}
