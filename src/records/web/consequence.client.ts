import { api } from '#platform/web/http.ts'
import type { Consequence, ManyConsequences } from '#records/consequence.ts'
import type { WorkSelection } from '#records/work.ts'
import type { RecordsTable } from '#records/web/records.client.ts'

/** What the deletion of a record would do to others. */
export function foreseeDeletion({ envid, entity }: RecordsTable, id: string): Promise<Consequence> {
  return api.get<Consequence>(`/dependant/v1/${envid}/${entity.id}/${id}`)
}

/** The same for many records. */
export function foreseeDeletions({ envid, entity }: RecordsTable, records: WorkSelection): Promise<ManyConsequences> {
  return api.post<ManyConsequences>(`/bulk/v1/${envid}/${entity.id}/preview`, { records })
}
