import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Operation } from '#changes/operation.ts'
import type { AppliedRecord, ChangeDetail, ChangePage, LaterRecord, PreviewRecord } from '#changes/wire.ts'
import { definitionsKey } from '#changes/web/definitionsKey.ts'
import { api } from '#platform/web/http.ts'

const address = (envid: string) => `/metadata/change/v1/${envid}`

/** Which changes are asked for; an empty text asks for all. */
export type HistoryFilter = { readonly entity: string; readonly by: string }

export function historyQuery(envid: string, { entity, by }: HistoryFilter = { entity: '', by: '' }) {
  const only = `${entity && `&entity=${entity}`}${by && `&by=${by}`}`
  return infiniteQueryOptions({
    queryKey: [...definitionsKey(envid), 'history', entity, by],
    queryFn: ({ pageParam, signal }) =>
      api.get<ChangePage>(`${address(envid)}?top=50${only}${pageParam === null ? '' : `&before=${pageParam}`}`, {
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
  })
}

/** The history of the environment's definitions, newest first, page by page. */
export function useHistory(envid: string, filter?: HistoryFilter) {
  return useInfiniteQuery(historyQuery(envid, filter))
}

/** One change with its operations and what they meant; asked for when `isWanted`. */
export function useChange(envid: string, changeId: string, isWanted: boolean) {
  return useQuery({
    queryKey: [...definitionsKey(envid), 'change', changeId],
    queryFn: ({ signal }) => api.get<ChangeDetail>(`${address(envid)}/${changeId}`, { signal }),
    enabled: isWanted,
    staleTime: Infinity,
  })
}

/** What an undo would do; refused as the undo itself would be. */
export function previewUndo(envid: string, changeId: string): Promise<PreviewRecord> {
  return api.get<PreviewRecord>(`${address(envid)}/${changeId}/undo`)
}

/** What operations would do: problems, and what they mean for records. */
export function usePreviewChange(envid: string) {
  return useMutation({
    mutationFn: (operations: readonly Operation[]) =>
      api.post<PreviewRecord>(`${address(envid)}/preview`, { operations }),
  })
}

/** Applies operations, with the reason for them; a change that takes long is answered with its job. */
export function useApplyChange(envid: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: { readonly operations: readonly Operation[]; readonly note: string | null }) =>
      api.post<AppliedRecord | LaterRecord>(address(envid), change),
    onSuccess: () => client.invalidateQueries({ queryKey: definitionsKey(envid) }),
  })
}

/** Undoes a change set; refused with `change.dependants` while later ones build on it. */
export function useUndoChange(envid: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (changeId: string) => api.post<AppliedRecord | LaterRecord>(`${address(envid)}/${changeId}/undo`, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: definitionsKey(envid) }),
  })
}
