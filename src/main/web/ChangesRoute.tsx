import { HistoryPage } from '#changes/web/HistoryPage.tsx'
import { useModel } from '#entities/web/entities.client.ts'
import { useEnvironmentId } from '#platform/web/place.ts'

/** The history of definitions, with the tables that it can be asked for. */
export function ChangesRoute() {
  const { data } = useModel(useEnvironmentId())
  return <HistoryPage tables={[...(data?.entities.values() ?? [])]} />
}
