import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Operation } from '#changes/operation.ts'
import { definitionsKey } from '#changes/web/definitionsKey.ts'
import type { PreviewRecord } from '#changes/wire.ts'
import { api } from '#platform/web/http.ts'

/** What an operation would do, asked for once nobody types any more; nothing while there is none. */
export function useTypePreview(envid: string, operation: Operation | undefined) {
  const wanted = operation && JSON.stringify(operation)
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), 300)
    return () => clearTimeout(timer)
  }, [wanted])
  const query = useQuery({
    queryKey: [...definitionsKey(envid), 'preview', asked],
    queryFn: ({ signal }) =>
      api.post<PreviewRecord>(
        `/metadata/change/v1/${envid}/preview`,
        { operations: [JSON.parse(asked ?? '{}') as Operation] },
        { signal },
      ),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const isWaiting = wanted !== asked || query.isFetching
  // An answer about something else must not be agreed to.
  return { data: isWaiting ? undefined : query.data, error: query.error, isPending: isWaiting }
}
