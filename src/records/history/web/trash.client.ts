import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#platform/web/http.ts'
import type { RestoreResult, RestoreWish, TrashPage } from '#records/history/trash.ts'
import { forgetRecords, type RecordsTable } from '#records/web/records.client.ts'

const address = ({ envid, entity }: RecordsTable) => `/trash/v1/${envid}/${entity.id}`
const keyOf = ({ envid, entity }: RecordsTable) => ['trash', envid, entity.id] as const

/** The deleted records of a table, the last deleted first. */
export function useTrash(table: RecordsTable, search: string) {
  return useInfiniteQuery({
    queryKey: [...keyOf(table), search],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ search, ...(pageParam === null ? {} : { after: pageParam }) })
      return api.get<TrashPage>(`${address(table)}?${query}`, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  })
}

/** Takes records out of the trash. */
export function useRestore(table: RecordsTable) {
  return useTrashCall(table, (wish: RestoreWish) => api.post<RestoreResult>(`${address(table)}/restore`, wish))
}

/** Deletes records of the trash for good. */
export function usePurge(table: RecordsTable) {
  return useTrashCall(table, (ids: readonly string[]) =>
    api.post<{ purged: number }>(`${address(table)}/purge`, { ids }),
  )
}

function useTrashCall<Wish, Result>(table: RecordsTable, call: (wish: Wish) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: async () => {
      await Promise.all([client.invalidateQueries({ queryKey: keyOf(table) }), forgetRecords(client, table)])
    },
  })
}
