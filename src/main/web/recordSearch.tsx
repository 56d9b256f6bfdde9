import { useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useCallback } from 'react'
import { columnOf, fieldLabel } from '#attributes/attribute.ts'
import type { Command, CommandGroup } from '#design/web/navigation/CommandPalette.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { isFeatureOn } from '#entities/feature.ts'
import { modelQuery } from '#entities/web/entities.client.ts'
import { EntityMark } from '#entities/web/EntityMark.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useGo, useRouteParams } from '#platform/web/routeParams.ts'
import { longestSearch, type SearchHit } from '#records/search/globalSearch.ts'
import { searchEverywhere } from '#records/search/web/globalSearch.client.ts'

const shortest = 2

/**
 * Finds records in all searchable tables, a group for each: by their names and by their searchable attributes, with the place
 * of the hit. Where there are more, or a table did not answer in time, its list goes on with the same search.
 */
export function useRecordSearch(): (text: string, signal: AbortSignal) => Promise<readonly CommandGroup[]> {
  const { t } = useLanguage()
  const { eid, tid } = useRouteParams()
  const client = useQueryClient()
  const go = useGo()
  return useCallback(
    async (text, signal) => {
      const typed = text.trim().slice(0, longestSearch)
      if (!eid || typed.length < shortest) return []
      const model = await client.ensureQueryData(modelQuery(eid))
      if (!isFeatureOn(model, 'search')) return []
      const { value, unfinished, building } = await searchEverywhere(eid, { typed, first: tid, signal })
      const record = (entity: EntityDefinition, { id, name, place }: SearchHit): Command => {
        const field = place && entity.fields.find((each) => columnOf(each) === place.column)
        return {
          id: `record ${id}`,
          label: name ?? t('records.unnamed'),
          ...(place && field && { below: t('shell.found.place', { name: fieldLabel(field, t), text: place.text }) }),
          icon: <EntityMark entity={entity} size={16} />,
          onRun: () => go(`/${eid}/entity/${entity.id}/${id}`),
        }
      }
      const all = ({ id, collectionname }: EntityDefinition): Command => ({
        id: `all ${id}`,
        label: t('shell.found.all', { name: collectionname }),
        icon: <Search />,
        onRun: () => go(`/${eid}/entity/${id}?q=${encodeURIComponent(typed)}`),
      })
      const isPartly = (id: string) => building.includes(id)
      const groups = value.flatMap(({ entity_id, records, more }): CommandGroup[] => {
        const entity = model.entities.get(entity_id)
        if (!entity) return []
        const commands = records.map((each) => record(entity, each))
        return [
          {
            id: `in ${entity_id}`,
            title: isPartly(entity_id)
              ? t('shell.found.place', { name: entity.collectionname, text: t('shell.found.building') })
              : entity.collectionname,
            commands: more ? [...commands, all(entity)] : commands,
          },
        ]
      })
      const listsOf = (ids: readonly string[]) => ids.flatMap((id) => model.entities.get(id) ?? []).map(all)
      const told = new Set([...unfinished, ...value.map(({ entity_id }) => entity_id)])
      const partly = listsOf(building.filter((id) => !told.has(id)))
      return [
        ...groups,
        {
          id: 'building',
          title: t('shell.found.building'),
          commands: partly.map((each) => ({ ...each, id: `parts ${each.id}` })),
        },
        { id: 'unfinished', title: t('shell.found.unfinished'), commands: listsOf(unfinished) },
      ]
    },
    // `go` is a new function on each render, and always the same way.
    // oxlint-disable-next-line react/exhaustive-deps
    [t, eid, tid, client],
  )
}
