import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { EntityPlace } from '#entities/web/EntityFrame.tsx'
import { useMaker } from '#environments/web/maker.ts'
import { api } from '#platform/web/http.ts'
import type { Reader } from '#views/dynamic.ts'
import { listQuery } from '#views/listing.ts'
import { viewsOf } from '#views/model.ts'
import type { ViewSpeed, ViewSpeeds } from '#views/viewSpeed.ts'
import { pivotPlan, pivotQuery } from '#views/pivot.ts'
import type { View } from '#views/view.ts'
import { listingOf } from '#views/viewListing.ts'
import { loadResolver } from '#views/web/plainListing.ts'
import { useReader } from '#views/web/useReader.ts'

const minute = 60_000
/** As many as one call takes. */
const mostAsked = 100

type ViewPacingProps = {
  readonly place: EntityPlace
  readonly children: (paces: ViewSpeeds | undefined) => ReactNode
}

/** Something that shows how quickly the views of a table open: undefined until that is known, and for who does not make tables. */
export function ViewPacing({ place, children }: ViewPacingProps) {
  return children(usePaces(place))
}

function usePaces({ environmentId, entity, model }: EntityPlace): ViewSpeeds | undefined {
  const reader = useReader(environmentId)
  const isMaker = useMaker(environmentId) === 'maker'
  const views = viewsOf(model, entity.id).slice(0, mostAsked)
  const { data } = useQuery({
    queryKey: ['pace', environmentId, entity.id, model.version, views.map(({ id, version }) => `${id} ${version}`)],
    queryFn: async ({ signal }): Promise<ViewSpeeds> => {
      const resolve = await loadResolver()
      const queries = views.map((view) => queryFor(view, entity, reader, resolve))
      const address = `/metadata/view/v1/${environmentId}/${entity.id}/pace`
      const { value } = await api.post<{ value: readonly (ViewSpeed | null)[] }>(address, { queries }, { signal })
      return new Map(views.map(({ id }, at) => [id, value[at] ?? null]))
    },
    enabled: isMaker,
    staleTime: 5 * minute,
    retry: false,
  })
  return data
}

/** What a view asks when it is opened. */
function queryFor(
  view: View,
  entity: EntityPlace['entity'],
  reader: Reader,
  resolve: Awaited<ReturnType<typeof loadResolver>>,
): string {
  const listing = resolve(listingOf(view, entity), entity, reader)
  const summary = view.kind === 'pivot' ? pivotPlan(view.pivot, entity) : undefined
  return summary ? pivotQuery(summary, entity, listing, reader) : listQuery(entity, listing)
}
