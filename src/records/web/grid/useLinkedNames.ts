import { useQuery } from '@tanstack/react-query'
import { uuidPattern } from '#attributes/uuid.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { filterConditions, type FilterGroup } from '#views/filter.ts'
import { columnOf, isLink } from '#attributes/attribute.ts'
import type { RecordsTable } from '#records/web/records.client.ts'

const minutes = 5

/** The names of the records that the conditions of a filter link to, each asked for once. */
export function useLinkedNames(
  { envid, entity }: RecordsTable,
  filter: FilterGroup,
): (id: string) => string | undefined {
  const { data: model } = useModel(envid)
  const wanted = entity.fields.flatMap((field) => {
    if (!isLink(field)) return []
    const values = filterConditions(filter)
      .filter(({ column }) => column === columnOf(field))
      .flatMap((condition) => condition.values)
    const ids = [...new Set(values)].filter((value) => typeof value === 'string' && uuidPattern.test(value))
    return ids.length === 0 ? [] : [{ field, ids: ids.map(String).toSorted() }]
  })
  const { data: names } = useQuery({
    queryKey: ['names', envid, ...wanted.map(({ field, ids }) => [field.related_entity, ...ids])],
    queryFn: async ({ signal }) => {
      if (!model) return new Map<string, string | undefined>()
      const { namesOfIds } = await import('#records/web/grid/linked.client.ts')
      const found = await Promise.all(wanted.map(({ field, ids }) => namesOfIds(envid, model, field, ids, signal)))
      return new Map(found.flat().map(({ id, name }) => [id, name ?? undefined]))
    },
    enabled: model !== undefined && wanted.length > 0,
    staleTime: minutes * 60_000,
    // While a condition more is asked for, the others keep their names.
    placeholderData: (before) => before,
  })
  return (id) => names?.get(id)
}
