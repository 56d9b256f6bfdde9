import { api } from '#platform/web/http.ts'
import type { Consequence } from '#records/consequence.ts'
import type { Table } from '#records/web/records.client.ts'

/** What the deletion of a record would do to others. */
export function foreseeDeletion({ envid, entity }: Table, id: string): Promise<Consequence> {
  return api.get<Consequence>(`/dependant/v1/${envid}/${entity.id}/${id}`)
}
