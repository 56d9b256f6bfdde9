import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { jobKeys } from '#jobs/web/jobs.client.ts'
import { api } from '#platform/web/http.ts'
import { sendInChunks, unfinishedUpload, type PieceEvents } from '#records/exchange/web/chunkedUpload.ts'
import type { ManyConsequences } from '#records/consequence.ts'
import type { DryRun, Import, ImportPlan, SettledGuess } from '#records/exchange/import/settings.ts'

/** Query keys of an environment's imports. */
export const importKeys = {
  all: (envid: string) => ['imports', envid] as const,
  one: (envid: string, id: string) => ['imports', envid, id] as const,
}

/** The imports of the environment that I may see, the newest first. */
export function useImports(envid: string) {
  return useQuery({
    queryKey: importKeys.all(envid),
    queryFn: async ({ signal }) => (await api.get<{ value: Import[] }>(`/import/v1/${envid}`, { signal })).value,
  })
}

/** One import with its guess; nothing while there is no id. */
export function useImport(envid: string, id: string | null) {
  return useQuery({
    queryKey: importKeys.one(envid, id ?? ''),
    queryFn: ({ signal }) => api.get<Import>(`/import/v1/${envid}/${id}`, { signal }),
    enabled: id !== null,
  })
}

/** The upload that was begun on this device and broke off. */
export function useUnfinishedUpload(envid: string) {
  return useQuery({
    queryKey: [...importKeys.all(envid), 'unfinished'],
    queryFn: async () => (await unfinishedUpload(envid)) ?? null,
  })
}

/** Sends a file in pieces and answers what it seems to hold. */
export function useUploadFile(envid: string, events: PieceEvents) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => sendInChunks(envid, file, events),
    onSuccess: (made) => {
      client.setQueryData(importKeys.one(envid, made.id), made)
      return client.invalidateQueries({ queryKey: importKeys.all(envid), exact: true })
    },
  })
}

/** Guesses anew around what is settled. */
export function useGuessAgain(envid: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (settled: SettledGuess) => api.post<Import>(`/import/v1/${envid}/${id}/guess`, settled),
    onSuccess: (made) => client.setQueryData(importKeys.one(envid, id), made),
  })
}

/** Reads the whole file without writing: how many rows hold, and the first that do not. */
export function useDryRun(envid: string, id: string) {
  return useMutation({
    mutationFn: (plan: Pick<ImportPlan, 'settings' | 'target'>) =>
      api.post<DryRun>(`/import/v1/${envid}/${id}/dryrun`, plan),
  })
}

/** Starts the import; answers the job to follow. */
export function useStartImport(envid: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (plan: ImportPlan) => api.post<{ job_id: string }>(`/import/v1/${envid}/${id}/start`, plan),
    onSuccess: () => forget(client, envid, id),
  })
}

/** What taking an import back would do to records that point to its own. */
export function foreseeUndo(envid: string, id: string): Promise<ManyConsequences> {
  return api.get<ManyConsequences>(`/import/v1/${envid}/${id}/undo`)
}

/** Takes an import back; answers the job to follow. */
export function useUndoImport(envid: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.post<{ job_id: string }>(`/import/v1/${envid}/${id}/undo`),
    onSuccess: (_answer, id) => forget(client, envid, id),
  })
}

/** Throws an uploaded file away. */
export function useDiscardImport(envid: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.remove(`/import/v1/${envid}/${id}`),
    onSuccess: (_answer, id) => forget(client, envid, id),
  })
}

function forget(client: ReturnType<typeof useQueryClient>, envid: string, id: string): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: importKeys.all(envid), exact: true }),
    client.invalidateQueries({ queryKey: importKeys.one(envid, id) }),
    client.invalidateQueries({ queryKey: jobKeys.all(envid), exact: true }),
  ])
}
