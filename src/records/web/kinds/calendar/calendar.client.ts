import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { columnOf, type Field } from '#attributes/attribute.ts'
import { narrowedToLane } from '#records/kinds/board.ts'
import { daysFilter, placedEvents, type Days } from '#records/kinds/calendar.ts'
import type { Event } from '#records/kinds/calendarBars.ts'
import { withMoved, type MovedRecords } from '#records/recordMove.ts'
import { readPage, type RecordsTable } from '#records/web/records.client.ts'
import { fieldValue, type RecordRow } from '#records/wire.ts'
import { listQuery, type PlainListing } from '#views/listing.ts'

/** Most records that the days in sight are shown with. */
export const mostEvents = 500

/** The fields that place records on days, and the zone that says which day an instant lies on. */
export type CalendarFields = { readonly start: Field; readonly end: Field | undefined; readonly timeZone: string }

/** The records that lie on some days, in the order in which they begin; one question for all days in sight. */
export function useEvents(
  table: RecordsTable,
  places: CalendarFields,
  days: Days,
  listing: PlainListing,
  columns: { readonly shown: readonly string[]; readonly unseen: readonly string[] },
  moved: MovedRecords,
) {
  const { envid, entity } = table
  const { start, end, timeZone } = places
  const shown = [...new Set([...columns.shown, columnOf(start), ...(end ? [columnOf(end)] : [])])]
  const wanted: PlainListing = {
    ...listing,
    columns: shown,
    group: null,
    sort: [{ column: columnOf(start), descending: false }],
    filter: narrowedToLane(listing.filter, daysFilter(start, end ?? null, days, timeZone)),
  }
  const query = `${listQuery(entity, wanted, columns.unseen)}&$top=${mostEvents + 1}`
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['records', envid, entity.id, 'days', query],
    queryFn: async ({ signal }) => (await readPage(table, query, mostEvents + 1, signal)).value,
    staleTime: 5000,
    placeholderData: keepPreviousData,
  })
  const events = useMemo(() => {
    const at = (row: RecordRow) =>
      placedEvents(
        { field: start, value: fieldValue(row, start) },
        end && { field: end, value: fieldValue(row, end) },
        timeZone,
      )
    const isHere = (row: RecordRow) => {
      const place = at(row)
      return place !== undefined && place.first < days.to && place.last >= days.from
    }
    return withMoved((data ?? []).slice(0, mostEvents), moved, isHere)
      .flatMap((row): Event<RecordRow>[] => {
        const place = at(row)
        return place ? [{ ...place, item: row }] : []
      })
      .toSorted((a, b) => (startOf(a.item, start) < startOf(b.item, start) ? -1 : 1))
  }, [data, moved, start, end, timeZone, days.from, days.to])
  return { events, isFull: (data?.length ?? 0) > mostEvents, error, isPending, retry: () => void refetch() }
}

function startOf(row: RecordRow, start: Field): string {
  return String(fieldValue(row, start))
}
