import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { meQuery } from '#accounts/web/me.client.ts'
import type { CommandGroup } from '#design/web/navigation/CommandPalette.tsx'
import { modelQuery } from '#entities/web/entities.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { definitionGroups } from '#main/web/definitionSearch.tsx'
import { useRecordSearch } from '#main/web/recordSearch.tsx'
import { useGo, useRouteParams } from '#platform/web/routeParams.ts'

/** What is looked for below the commands: records first, then views and, for makers, attributes. */
export function useDeepSearch(): (text: string, signal: AbortSignal) => Promise<readonly CommandGroup[]> {
  const { t } = useLanguage()
  const { eid } = useRouteParams()
  const client = useQueryClient()
  const go = useGo()
  const records = useRecordSearch()
  return useCallback(
    async (text, signal) => {
      if (!eid || text.trim() === '') return []
      // Whatever is the matter with the records hides nothing else.
      const found = await records(text, signal).catch(() => [])
      const model = await client.ensureQueryData(modelQuery(eid))
      const isMaker = client.getQueryData(meQuery.queryKey)?.developermode ?? false
      return [...found, ...definitionGroups(t, { base: `/${eid}`, model, go }, { text, isMaker })]
    },
    // `go` is a new function on each render, and always the same way.
    // oxlint-disable-next-line react/exhaustive-deps
    [t, eid, client, records],
  )
}
