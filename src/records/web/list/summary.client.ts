import { useQuery } from '@tanstack/react-query'
import { columnOf } from '#attributes/attribute.ts'
import { readPage, type RecordsTable } from '#records/web/records.client.ts'
import type { PlainListing } from '#views/listing.ts'
import {
  footerParts,
  footerQuery,
  groupQuery,
  mostGroups,
  readGroup,
  type FooterPart,
  type RecordGroup,
} from '#views/summary.ts'
import type { ViewContent } from '#views/view.ts'

export type FooterValue = FooterPart & { readonly value: string | null }

/** What a view's footer says of the records of a listing; one statement, whatever it has. Empty while it is not known. */
export function useFooter(
  table: RecordsTable,
  footer: ViewContent['footer'],
  listing: PlainListing,
): readonly FooterValue[] {
  const { envid, entity } = table
  const parts = footerParts(footer, entity)
  const query = footerQuery(parts, entity, listing)
  const { data } = useQuery({
    queryKey: ['records', envid, entity.id, 'footer', query],
    queryFn: async ({ signal }) => {
      const { value } = await readPage(table, query ?? '', 100, signal)
      // Each row brings every name, with no value for those of the others.
      return Object.fromEntries(
        value.flatMap((row) => Object.entries(row).filter(([, each]) => each !== null && each !== undefined)),
      )
    },
    enabled: query !== undefined,
    staleTime: 5000,
    placeholderData: (before) => before,
  })
  if (!data || query === undefined) return []
  return parts.map((part) => {
    const value = data[part.alias]
    return { ...part, value: value === null || value === undefined ? null : String(value) }
  })
}

/** The groups of a listing; none where nothing is grouped, and none where they are too many for headings. */
export function useGroups(
  table: RecordsTable,
  listing: PlainListing,
): { readonly groups: readonly RecordGroup[]; readonly areTooMany: boolean } {
  const { envid, entity } = table
  const query = groupQuery(listing.group, entity, listing)
  const field = entity.fields.find((each) => columnOf(each) === listing.group?.column)
  const { data } = useQuery({
    queryKey: ['records', envid, entity.id, 'groups', query],
    queryFn: async ({ signal }) => (await readPage(table, query ?? '', mostGroups + 1, signal)).value,
    enabled: query !== undefined && field !== undefined,
    staleTime: 5000,
  })
  if (!data || !field || query === undefined) return none
  if (data.length > mostGroups) return { groups: [], areTooMany: true }
  return { groups: data.map((row) => readGroup(row, field)), areTooMany: false }
}

const none = { groups: [], areTooMany: false } as const
