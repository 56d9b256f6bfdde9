import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Command, CommandGroup } from '#design/web/CommandPalette.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { modelQuery } from '#entities/web/entities.client.ts'
import { EntityMark } from '#entities/web/EntityMark.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { tablesOf } from '#main/web/tables.client.ts'
import { useGo, usePlace } from '#platform/web/place.ts'
import { recordsNamed } from '#records/web/records.client.ts'

const shortest = 2
// Each table is a request: enough to find what is meant, few enough for a server with many typists.
const mostTables = 5

/** Finds records by how their names begin, in the table that is open and in the fullest of the others. */
export function useRecordSearch(): (text: string, signal: AbortSignal) => Promise<readonly CommandGroup[]> {
  const { t } = useLanguage()
  const { eid, tid } = usePlace()
  const client = useQueryClient()
  const go = useGo()
  return useCallback(
    async (text, signal) => {
      const typed = text.trim()
      if (!eid || typed.length < shortest) return []
      const model = await client.ensureQueryData(modelQuery(eid))
      const searchable = tablesOf(model).filter((table) => table.searchable)
      // The navigation has counted them; one that it has not may be full.
      const weight = ({ id, uri }: EntityDefinition) =>
        id === tid ? Infinity : (client.getQueryData<number>(['count', eid, uri]) ?? 1)
      const tables = searchable
        .filter((table) => weight(table) > 0)
        .toSorted((a, b) => weight(b) - weight(a))
        .slice(0, mostTables)
      const find = async (entity: EntityDefinition): Promise<readonly Command[]> => {
        const found = await recordsNamed({ envid: eid, entity }, typed, signal)
        return found.map(({ id, name }) => ({
          id: `record ${id}`,
          label: name ?? t('records.unnamed'),
          detail: entity.name,
          icon: <EntityMark entity={entity} size={16} />,
          onRun: () => go(`/${eid}/entity/${entity.id}/${id}`),
        }))
      }
      // A table that may not be read, or does not answer, hides nothing of the others.
      const answers = await Promise.all(tables.map((table) => find(table).catch(() => [])))
      return [{ id: 'records', title: t('shell.records'), commands: answers.flat() }]
    },
    // `go` is a new function on each render, and always the same way.
    // oxlint-disable-next-line react/exhaustive-deps
    [t, eid, tid, client],
  )
}
