import { projectionText } from '#odata/compile/projection.ts'
import type { WireForm } from '#odata/compile/writer.ts'
import type { EntitySet } from '#odata/model.ts'
import { ident } from '#platform/sql.ts'
import type { ShowRow } from '#odata/write/row.ts'

/** Shows a written row like a read: the etag and every stored property, as one JSON object. */
export function showAll(set: EntitySet, wire: WireForm): ShowRow {
  const etag = set.etag === undefined ? [] : [`'W/"' || w.${ident(set.etag)} || '"' as "@odata.etag"`]
  const properties = projectionText(
    wire,
    set,
    [...set.properties.values()].filter(({ derived }) => !derived),
    ({ name }) => `w.${ident(name)}`,
  )
  const columns = [...etag, ...properties].join(', ')
  return (row) => `select row_to_json(r)::text from (select ${columns} from ${row} w) r`
}
