import { useMemo } from 'react'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Reader } from '#views/dynamic.ts'
import { filterFields } from '#views/filter.ts'
import { matches } from '#views/matches.ts'
import { resolveFilter } from '#views/resolve.ts'
import { conditionsIn, type ViewColour, type ViewContent } from '#views/view.ts'
import { filterOf } from '#views/viewListing.ts'
import type { RecordRow } from '#records/wire.ts'

/** The colour that a view's rules give to a record: that of the first one that it meets. */
export function useRowColour(
  entity: EntityDefinition,
  rules: ViewContent['colours'],
  reader: Reader,
): (row: RecordRow) => ViewColour | undefined {
  return useMemo(() => {
    const fields = filterFields(entity.fields)
    const colours = rules
      .filter(({ filter }) => conditionsIn(filter).length > 0)
      .map(({ filter, colour }) => ({ colour, filter: resolveFilter(filterOf(filter, entity), fields, reader) }))
    return (row) => colours.find(({ filter }) => matches(row, filter, fields))?.colour
  }, [entity, rules, reader])
}
