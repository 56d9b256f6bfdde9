import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLanguage } from '#language/web/language.tsx'
import { readPage, type RecordsTable } from '#records/web/records.client.ts'
import type { Reader } from '#views/dynamic.ts'
import type { PlainListing } from '#views/listing.ts'
import { mostAnswered, pivotQuery, type PivotPlan } from '#views/pivot.ts'
import { pivotTable, type PivotTable } from '#views/pivotTable.ts'

export type Summary = {
  readonly table: PivotTable | 'tooMany' | undefined
  readonly error: unknown
  readonly retry: () => void
}

/** The summary of a listing's records, worked out by the service in one statement. */
export function useSummary(
  { envid, entity }: RecordsTable,
  plan: PivotPlan,
  listing: PlainListing,
  { timeZone, now }: Pick<Reader, 'timeZone' | 'now'>,
): Summary {
  const { locale } = useLanguage()
  const query = pivotQuery(plan, entity, listing, { timeZone, now })
  const { data, error, refetch } = useQuery({
    queryKey: ['records', envid, entity.id, 'pivot', query],
    queryFn: async ({ signal }) => (await readPage({ envid, entity }, query, mostAnswered, signal)).value,
    staleTime: 5000,
  })
  const table = useMemo(() => {
    const { compare } = new Intl.Collator(locale, { numeric: true })
    return data && pivotTable(data, plan, compare)
  }, [data, plan, locale])
  return { table, error: table ? null : error, retry: () => void refetch() }
}
