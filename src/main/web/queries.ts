import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiFault, onForgetSession } from '#platform/web/http.ts'

/** What was loaded for the person. Pages without a session have no use for it and do not load its code. */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: refused }),
  mutationCache: new MutationCache({ onError: refused }),
  defaultOptions: {
    queries: {
      // A refusal stays one; only what was not reached is asked for again.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiFault && error.status > 0 && error.status < 500),
      refetchOnWindowFocus: true,
    },
  },
})
onForgetSession(() => queries.clear())

/** A refusal for want of rights: what is known of them is old. */
function refused(error: unknown): void {
  if (!(error instanceof ApiFault && error.status === 403)) return
  void queries.invalidateQueries({
    predicate: ({ queryKey: [concept, , part] }) => concept === 'security' && part === 'self',
  })
}
