import { countEnd, useRecordCount } from '#entities/web/recordCount.client.ts'
import { useLanguage } from '#language/web/language.tsx'

/** The number of records of an entity, up to "10,000+". */
export function RecordCount({ environmentId, uri }: { environmentId: string; uri: string }) {
  const { number } = useLanguage()
  const { data } = useRecordCount(environmentId, uri)
  if (data === undefined) return null
  return <span className="tabular-nums">{data > countEnd ? `${number(countEnd)}+` : number(data)}</span>
}
