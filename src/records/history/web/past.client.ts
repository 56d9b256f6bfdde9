import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#platform/web/http.ts'
import type { RecordHistory, VersionComparison } from '#records/history/recordHistory.ts'
import { forgetRecords, type RecordsTable } from '#records/web/records.client.ts'
import type { RecordRow } from '#records/wire.ts'

const address = ({ envid, entity }: RecordsTable, id: string) => `/history/v1/${envid}/${entity.id}/${id}`

/** What happened to a record; `version` is the one that is known, so that a later one is told as well. */
export function useRecordHistory(table: RecordsTable, id: string, version: string) {
  return useInfiniteQuery({
    queryKey: ['records', table.envid, table.entity.id, id, 'history', version],
    queryFn: ({ pageParam, signal }) =>
      api.get<RecordHistory>(`${address(table, id)}${pageParam === null ? '' : `?before=${pageParam}`}`, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  })
}

/** What a restore of a version would change. */
export function useVersionComparison(table: RecordsTable, id: string, place: string) {
  return useQuery({
    queryKey: ['records', table.envid, table.entity.id, id, 'version', place],
    queryFn: ({ signal }) => api.get<VersionComparison>(`${address(table, id)}/version/${place}`, { signal }),
    staleTime: 0,
  })
}

/** Sets a record back to a version, as a change of the version of `etag`. */
export function useRestoreVersion(table: RecordsTable, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ place, etag }: { readonly place: string; readonly etag: string }) =>
      api.post<RecordRow>(`${address(table, id)}/restore`, { at_seq: place }, { etag }),
    onSuccess: () => forgetRecords(client, table),
  })
}
