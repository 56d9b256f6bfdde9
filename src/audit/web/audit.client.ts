import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AuditDetails, AuditPage, AuditPerson } from '#audit/audit.ts'
import type { ChainEnd, ChainProblem } from '#audit/chain.ts'
import type { Retention } from '#audit/retention.ts'
import type { Verification } from '#audit/verification.ts'
import { queryText, type AuditWish } from '#audit/web/auditWish.ts'
import { useLanguage } from '#language/web/language.tsx'
import { api } from '#platform/web/http.ts'
import { saveFile } from '#platform/web/saveFile.ts'

/** `log` is the id of an environment, or `installation`. */
const address = (log: string) => `/audit/v1/${log}`
const key = (log: string) => ['audit', log] as const

/** The log, the last written first, page by page. */
export function useAuditLog(log: string, wish: AuditWish) {
  const { timeZone } = useLanguage()
  const query = queryText(wish, timeZone)
  return useInfiniteQuery({
    queryKey: [...key(log), 'list', query],
    queryFn: ({ pageParam, signal }) => {
      const parts = [query, pageParam === null ? '' : `before=${pageParam}`].filter((part) => part !== '')
      return api.get<AuditPage>(`${address(log)}${parts.length > 0 ? `?${parts.join('&')}` : ''}`, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** What exactly an entry tells. */
export function useAuditDetails(log: string, id: string) {
  return useQuery({
    queryKey: [...key(log), 'entry', id],
    queryFn: ({ signal }) => api.get<AuditDetails>(`${address(log)}/entry/${id}`, { signal }),
  })
}

/** The people of the environment, to choose whose entries are shown. */
export function useAuditPeople(envid: string) {
  return useQuery({
    queryKey: [...key(envid), 'people'],
    queryFn: ({ signal }) => api.get<{ value: readonly AuditPerson[] }>(`${address(envid)}/people`, { signal }),
    staleTime: 30_000,
  })
}

/** Has the browser keep the entries that are shown, and all before them, as CSV. */
export function downloadAudit(log: string, wish: AuditWish, timeZone: string): Promise<void> {
  const query = queryText(wish, timeZone)
  return saveFile(`${address(log)}/export${query === '' ? '' : `?${query}`}`, 'audit.csv')
}

export type ChainCheckResult = {
  readonly checked: number
  readonly problems: readonly ChainProblem[]
  readonly end: ChainEnd | null
}

/** Checks the whole chain, stretch by stretch. `onProgress` hears how many entries are checked so far. */
export function useVerification(log: string, onProgress: (checked: number) => void) {
  return useMutation({
    mutationFn: async (): Promise<ChainCheckResult> => {
      const problems: ChainProblem[] = []
      let checked = 0
      for (let after: string | null = null; ;) {
        const found: Verification = await api.get(`${address(log)}/verify${after === null ? '' : `?after=${after}`}`)
        checked += found.checked
        problems.push(...found.problems)
        onProgress(checked)
        if (found.next === null) return { checked, problems, end: found.end }
        after = found.next
      }
    },
  })
}

/** How long the log is kept. */
export function useRetention(envid: string) {
  return useQuery({
    queryKey: [...key(envid), 'retention'],
    queryFn: ({ signal }) => api.get<Retention>(`${address(envid)}/retention`, { signal }),
  })
}

export function useSetRetention(envid: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (retention: Retention) => api.patch<Retention>(`${address(envid)}/retention`, retention),
    onSuccess: () => client.invalidateQueries({ queryKey: key(envid) }),
  })
}
