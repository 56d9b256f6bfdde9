import { QueryClient } from '@tanstack/react-query'
import { ApiFault, onForgetSession } from '#platform/web/http.ts'

/** What was loaded for the person. Pages without a session have no use for it and do not load its code. */
export const queries = new QueryClient({
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
