import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isEnded, type Job } from '#jobs/job.ts'
import { api } from '#platform/web/http.ts'

/** Query keys of an environment's jobs. */
export const jobKeys = {
  all: (envid: string) => ['jobs', envid] as const,
  one: (envid: string, id: string) => ['jobs', envid, id] as const,
}

const lively = 1000

/** The jobs of the environment that I may see, the newest first; looked at each second while one is under way. */
export function useJobs(envid: string) {
  return useQuery({
    queryKey: jobKeys.all(envid),
    queryFn: async ({ signal }) => (await api.get<{ value: Job[] }>(`/job/v1/${envid}`, { signal })).value,
    refetchInterval: ({ state }) => (state.data?.some((job) => !isEnded(job)) ? lively : false),
  })
}

/** One job, followed until it ends; nothing while there is no id. */
export function useJob(envid: string, id: string | null) {
  return useQuery({
    queryKey: jobKeys.one(envid, id ?? ''),
    queryFn: ({ signal }) => api.get<Job>(`/job/v1/${envid}/${id}`, { signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && isEnded(state.data) ? false : lively),
  })
}

/** Asks for the end of a job. */
export function useCancelJob(envid: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.post<Job>(`/job/v1/${envid}/${id}/cancel`),
    onSuccess: (job) => {
      client.setQueryData(jobKeys.one(envid, job.id), job)
      return client.invalidateQueries({ queryKey: jobKeys.all(envid), exact: true })
    },
  })
}
