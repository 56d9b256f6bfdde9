import { useMutation, useQueryClient } from '@tanstack/react-query'
import { definitionsKey } from '#changes/web/definitionsKey.ts'
import { api } from '#platform/web/http.ts'
import type { View, ViewContent } from '#views/view.ts'

/** A view as it is sent to be made. */
export type NewView = Partial<ViewContent> &
  Pick<View, 'name' | 'personal'> & {
    readonly description?: string | null
    readonly default?: boolean
    readonly visible_to?: readonly string[]
  }
/** A patch with the version it was made on; a stale one is refused with `definition.stale`. */
export type ViewChange = Partial<View> & { readonly id: string; readonly version: number }

const address = (envid: string, entityId: string) => `/metadata/view/v1/${envid}/${entityId}`

export function useCreateView(envid: string, entityId: string) {
  return useViewCall(envid, (draft: NewView) => api.post<View>(address(envid, entityId), draft))
}

export function useUpdateView(envid: string, entityId: string) {
  return useViewCall(envid, (patch: ViewChange) => api.patch<View>(`${address(envid, entityId)}/${patch.id}`, patch))
}

/** A deletion of a shared view names its change set, so that one click can undo it. */
export function useDeleteView(envid: string, entityId: string) {
  return useViewCall(envid, (id: string) =>
    api.remove<{ readonly change_id: string | null }>(`${address(envid, entityId)}/${id}`),
  )
}

/** Makes a view the one that opens for this person alone; null leaves it to the entity's default. */
export function useOwnDefault(envid: string, entityId: string) {
  return useViewCall(envid, (id: string | null) =>
    api.post<unknown>(`${address(envid, entityId)}/default`, { view_id: id }),
  )
}

function useViewCall<Input, Output>(envid: string, call: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: () => client.invalidateQueries({ queryKey: definitionsKey(envid) }),
  })
}
