import { useMemo } from 'react'
import { HistoryPage } from '#changes/web/HistoryPage.tsx'
import { useModel } from '#entities/web/entities.client.ts'
import { definitionTexts } from '#security/definitionTexts.ts'
import { useEnvironmentId } from '#platform/web/routeParams.ts'

/** The history of definitions, with the tables that it can be asked for, and the names of what changes tell of. */
export function ChangesRoute() {
  const { data } = useModel(useEnvironmentId())
  const tables = useMemo(() => [...(data?.entities.values() ?? [])], [data])
  const words = useMemo(() => {
    const named = tables.flatMap(({ id, name, attributes }) => [{ id, name }, ...attributes])
    return { names: new Map(named.map((each) => [each.id, each.name])), texts: definitionTexts }
  }, [tables])
  return <HistoryPage tables={tables} words={words} />
}
