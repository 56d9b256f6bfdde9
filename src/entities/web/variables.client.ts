import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { definitionsKey } from '#changes/web/definitionsKey.ts'
import type { Removed } from '#entities/web/entityChanges.client.ts'
import type { VariableRecord } from '#entities/wire.ts'
import type { VariableDraft, VariablePatch } from '#expressions/variable.ts'
import { api } from '#platform/web/http.ts'

const address = (envid: string) => `/variable/v1/${envid}`

/** The variables of an environment, with what reads them; only makers are told. */
export function useVariables(envid: string, isMaker: boolean) {
  return useQuery({
    queryKey: [...definitionsKey(envid), 'variables'],
    queryFn: ({ signal }) => api.get<{ readonly value: readonly VariableRecord[] }>(address(envid), { signal }),
    select: ({ value }) => value,
    enabled: isMaker,
  })
}

export function useCreateVariable(envid: string) {
  return useVariableCall(envid, (draft: VariableDraft) => api.post<VariableRecord>(address(envid), draft))
}

/** A patch with the version it was made on; a stale one is refused with `definition.stale`. */
export function useUpdateVariable(envid: string) {
  return useVariableCall(envid, ({ id, ...patch }: VariablePatch & { readonly id: string; readonly version: number }) =>
    api.patch<VariableRecord>(`${address(envid)}/${id}`, patch),
  )
}

export function useDeleteVariable(envid: string) {
  return useVariableCall(envid, (id: string) => api.remove<Removed>(`${address(envid)}/${id}`))
}

function useVariableCall<Input, Output>(envid: string, call: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    // Also after a refusal: somebody else may have changed it.
    onSettled: () => client.invalidateQueries({ queryKey: definitionsKey(envid) }),
  })
}
