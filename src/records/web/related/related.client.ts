import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useModel } from '#entities/web/entities.client.ts'
import { api } from '#platform/web/http.ts'
import { relatedFields, relatedQuery, type Related } from '#records/related.ts'
import { forgetRecords, pageAt, readPageLink, setAddress, type RecordsTable } from '#records/web/records.client.ts'

const firstRows = 10

/** A record whose related records are shown. */
export type Anchor = { readonly table: RecordsTable; readonly id: string }

/** The records of one collection of a record, page by page, with how many there are and the fields that are read. */
export function useRelated({ table, id }: Anchor, related: Related) {
  const { envid, entity } = table
  const { data: model } = useModel(envid)
  const fields = model ? relatedFields(model, related) : []
  const query = model ? relatedQuery(model, related, fields) : ''
  const found = useInfiniteQuery({
    // Whatever changes records of the target reads this anew.
    queryKey: ['records', envid, related.target.id, 'related', entity.id, id, related.collection, query],
    queryFn: ({ pageParam, signal }) =>
      pageParam === null
        ? pageAt(`${setAddress(table)}(${id})/${related.collection}?${query}`, firstRows, signal)
        : readPageLink(pageParam, firstRows, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page['@odata.nextLink'] ?? null,
    enabled: model !== undefined,
  })
  const count = found.data?.pages[0]?.['@odata.count']
  return { ...found, fields, count: count === undefined ? undefined : Number(count) }
}

/** Links records of an N:N with a record, and takes links away. */
export function useLinks({ table, id }: Anchor, { collection, target }: Related) {
  const client = useQueryClient()
  const { envid, entity } = table
  const address = `/odata/v1/${envid}/${entity.uri}(${id})/${collection}`
  const forget = () => forgetRecords(client, { envid, entity: target })
  return {
    async link(other: string): Promise<void> {
      await api.post(`${address}/$ref`, { '@odata.id': `${target.uri}(${other})` })
      await forget()
    },
    async unlink(other: string): Promise<void> {
      await api.remove(`${address}(${other})/$ref`)
      await forget()
    },
  }
}
