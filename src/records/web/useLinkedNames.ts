import { useQueries } from '@tanstack/react-query'
import { uuidPattern } from '#attributes/types/id.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { conditionsOf, type FilterGroup } from '#records/filter.ts'
import { columnOf } from '#attributes/attribute.ts'
import { namesOfIds, type Table } from '#records/web/records.client.ts'

const minutes = 5

/** The names of the records that the conditions of a filter link to, each asked for once. */
export function useLinkedNames({ envid, entity }: Table, filter: FilterGroup): (id: string) => string | undefined {
  const { data: model } = useModel(envid)
  const wanted = entity.fields.flatMap((field) => {
    if (field.type !== 'N:1') return []
    const values = conditionsOf(filter)
      .filter(({ column }) => column === columnOf(field))
      .flatMap((condition) => condition.values)
    const ids = [...new Set(values)].filter((value) => typeof value === 'string' && uuidPattern.test(value))
    return ids.length === 0 ? [] : [{ field, ids: ids.map(String).toSorted() }]
  })
  return useQueries({
    queries: (model ? wanted : []).map(({ field, ids }) => ({
      queryKey: ['names', envid, field.related_entity, ids],
      queryFn: ({ signal }: { signal: AbortSignal }) => (model ? namesOfIds(envid, model, field, ids, signal) : []),
      staleTime: minutes * 60_000,
    })),
    combine: namesOf,
  })
}

function namesOf(answers: readonly { readonly data: readonly { id: string; name: string | null }[] | undefined }[]) {
  const names = new Map(
    answers.flatMap(({ data = [] }) => data.map(({ id, name }) => [id, name ?? undefined] as const)),
  )
  return (id: string) => names.get(id)
}
