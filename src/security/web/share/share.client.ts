import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#platform/web/http.ts'
import type { Receiver, ShareChange, ShareDraft, Shares } from '#security/share.ts'

/** A record whose shares are looked after. */
export type SharedPlace = { readonly envid: string; readonly entityId: string; readonly recordId: string }

function pathOf({ envid, entityId, recordId }: SharedPlace): string {
  return `/security/v1/${envid}/share/${entityId}/${recordId}`
}

/** With whom a record is shared, and what I may give others on it. */
export function sharesQuery(place: SharedPlace) {
  const { envid, entityId, recordId } = place
  return queryOptions({
    queryKey: ['shares', envid, entityId, recordId],
    queryFn: ({ signal }) => api.get<Shares>(pathOf(place), { signal }),
    staleTime: 30_000,
  })
}

/** Whom the record could be shared with, by a part of the name. */
export async function findReceivers(
  place: SharedPlace,
  text: string,
  signal: AbortSignal,
): Promise<readonly Receiver[]> {
  const found = await api.get<{ value: readonly Receiver[] }>(
    `${pathOf(place)}/receiver?search=${encodeURIComponent(text)}`,
    { signal },
  )
  return found.value
}

/** Gives, changes and ends shares; what the server answers is what is shown then. */
export function useSharing(place: SharedPlace) {
  const client = useQueryClient()
  const { queryKey } = sharesQuery(place)
  const keep = (shares: Shares) => client.setQueryData(queryKey, shares)
  const renew = () => client.invalidateQueries({ queryKey })
  return {
    give: useMutation({
      mutationFn: (draft: ShareDraft) => api.post<Shares>(pathOf(place), draft),
      onSuccess: keep,
      onError: renew,
    }),
    change: useMutation({
      mutationFn: ({ id, ...wish }: ShareChange & { readonly id: string }) =>
        api.patch<Shares>(`${pathOf(place)}/${id}`, wish),
      onSuccess: keep,
      onError: renew,
    }),
    end: useMutation({
      mutationFn: (id: string) => api.remove(`${pathOf(place)}/${id}`),
      onSettled: renew,
    }),
  }
}
