import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { columnOf, isLink, type Field } from '#attributes/attribute.ts'
import type { FindLinked } from '#attributes/web/control.ts'
import { laneListing, laneQuery, lanesOf, readLaneCount, type Lane, type LaneValue } from '#records/kinds/board.ts'
import { readPageLink, readPage, type RecordsTable } from '#records/web/records.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { listQuery, type PlainListing } from '#views/listing.ts'
import { mostLanes } from '#views/view.ts'

/** Cards that a lane loads at a time. */
const cardsAtOnce = 25

/** The lanes of a board with the numbers of their records: one statement for all of them. */
export function useLanes(
  table: RecordsTable,
  field: Field,
  chosen: readonly string[],
  listing: PlainListing,
  findLinked: FindLinked,
) {
  const { envid, entity } = table
  const { t } = useLanguage()
  const query = laneQuery(field, entity, listing)
  const counts = useQuery({
    queryKey: ['records', envid, entity.id, 'lanes', query],
    queryFn: async ({ signal }) =>
      (await readPage(table, query, mostLanes, signal)).value.map((row) => readLaneCount(row, field)),
    staleTime: 5000,
    placeholderData: (before) => before,
  })
  const people = useQuery({
    queryKey: ['people', envid, field.id],
    queryFn: ({ signal }) => findLinked(field, '', signal),
    enabled: isLink(field),
    staleTime: 60_000,
  })
  const lanes = useMemo((): readonly Lane[] | undefined => {
    if (!counts.data || (isLink(field) && people.isLoading)) return undefined
    const words = { t, none: t('records.noValue'), yes: t('attributes.yes'), no: t('attributes.no') }
    return lanesOf(field, chosen, counts.data, people.data ?? [], words)
  }, [counts.data, people.data, people.isLoading, field, chosen, t])
  return { lanes, error: counts.error, retry: () => void counts.refetch() }
}

/** The records of one lane, as far as they were asked for: each page begins where the one before it ended. */
export function useLaneCards(
  table: RecordsTable,
  { field, value, isWanted }: { field: Field; value: LaneValue; isWanted: boolean },
  listing: PlainListing,
  columns: { readonly shown: readonly string[]; readonly unseen: readonly string[] },
) {
  const { envid, entity } = table
  const shown = [...new Set([...columns.shown, columnOf(field)])]
  const query = listQuery(entity, { ...laneListing(listing, field, value), columns: shown }, columns.unseen)
  return useInfiniteQuery({
    queryKey: ['records', envid, entity.id, 'lane', query],
    queryFn: ({ pageParam, signal }) =>
      pageParam === null ? readPage(table, query, cardsAtOnce, signal) : readPageLink(pageParam, cardsAtOnce, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page['@odata.nextLink'] ?? null,
    enabled: isWanted,
    staleTime: 5000,
  })
}
