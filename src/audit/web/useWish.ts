import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { readWish, writeWish, type AuditWish } from '#audit/web/auditWish.ts'

/** What of a log is shown stands in the address, so that it can be kept and sent. */
export function useWish() {
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const search = useRouterState({ select: ({ location }) => location.searchStr })
  const wish = useMemo(() => readWish(search), [search])
  const setWish = (next: AuditWish) => {
    const query = writeWish(next)
    void navigate({ href: query === '' ? path : `${path}?${query}`, replace: true })
  }
  return { wish, setWish }
}
