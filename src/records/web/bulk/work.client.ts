import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { jobKeys } from '#jobs/web/jobs.client.ts'
import { api } from '#platform/web/http.ts'
import type { Causes, CauseRecord } from '#records/history/cause.ts'
import type { BulkDraft, TroubleRecord } from '#records/work.ts'
import type { RecordsTable } from '#records/web/records.client.ts'

type Started = { readonly job_id: string }

/** Begins the change or deletion of many records; answers the job. */
export function startBulk({ envid, entity }: RecordsTable, draft: BulkDraft): Promise<Started> {
  return api.post<Started>(`/bulk/v1/${envid}/${entity.id}`, draft)
}

/** The records that a job left as they are, with the reasons. */
export function useTrouble(envid: string, jobId: string) {
  return useQuery({
    queryKey: ['trouble', envid, jobId],
    queryFn: async ({ signal }) =>
      (await api.get<{ value: TroubleRecord[] }>(`/work/v1/${envid}/${jobId}/trouble`, { signal })).value,
  })
}

const causesKey = (envid: string) => ['causes', envid] as const

/** What was written to the records of a table in the last 30 days, by its causes. */
export function useCauses(envid: string, entityId: string) {
  return useInfiniteQuery({
    queryKey: [...causesKey(envid), entityId],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === null ? '' : `&before=${pageParam}`
      return api.get<Causes>(`/cause/v1/${envid}?entity=${entityId}${before}`, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

/** Takes everything back that a cause wrote; answers the job. */
export function useUndoCause(envid: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, kind }: Pick<CauseRecord, 'id' | 'kind'>) =>
      api.post<Started>(`/cause/v1/${envid}/undo`, { id, kind }),
    onSuccess: () => client.invalidateQueries({ queryKey: jobKeys.all(envid) }),
  })
}

/** After a job has written: what is known of causes is read anew. */
export function useForgetCauses(envid: string): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: causesKey(envid) })
}
