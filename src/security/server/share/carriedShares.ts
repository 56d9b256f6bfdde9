import type { EntityDefinition } from '#entities/entity.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { ident, literal, qualified } from '#platform/sql.ts'
import { carryPathsOf, pathKey, type CarryPath } from '#security/carryPath.ts'
import type { Carrier } from '#security/explain.ts'
import type { ReachDefinitions } from '#security/reach.ts'
import type { ShareHeld } from '#security/sharing.ts'

/** A share of a record that another belongs to, as it counts for that one; and since when, and by whom. */
export type CarriedShare = ShareHeld & {
  readonly carried: Carrier
  readonly since: string
  readonly byId: string
}

type Row = Carrier & {
  readonly shares: readonly {
    readonly principal: string
    readonly read: boolean
    readonly update: boolean
    readonly delete: boolean
    readonly since: string
    readonly until: string | null
    readonly byId: string
  }[]
}

/** The records from which shares are carried on to a record, and the shares of them that are in force. */
export async function carriedTo(
  executor: Executor,
  {
    schema,
    entity,
    model,
  }: { readonly schema: string; readonly entity: EntityDefinition; readonly model: ReachDefinitions },
  recordId: string,
): Promise<{ readonly carriers: readonly Carrier[]; readonly shares: readonly CarriedShare[] }> {
  const paths = carryPathsOf(model, entity, () => true)
  if (paths.length === 0) return { carriers: [], shares: [] }
  const rows = await executor.query<Row>({
    text: `select carrier.key, carrier.entity::text as "entityId", carrier.record::text as "recordId", coalesce((
        select json_agg(json_build_object('principal', principal_id, 'read', may_read, 'update', may_update, 'delete', may_delete,
          'since', created_on, 'until', expires_on, 'byId', granted_by_id) order by created_on)
        from ${qualified(schema, '_share')}
        where entity_id = carrier.entity and record_id = carrier.record and (expires_on is null or expires_on > now())), '[]') as shares
      from (${paths.map((path) => endText(schema, entity, path)).join(' union all ')}) carrier
      where carrier.record is not null`,
    values: [recordId],
  })
  const shares = rows.flatMap(({ shares: given, ...carried }) =>
    given.map(({ principal, read, update, delete: remove, since, until, byId }): CarriedShare => ({
      principalId: principal,
      may: { read, update, delete: remove },
      mayShare: false,
      until: until === null ? null : new Date(until),
      carried,
      since,
      byId,
    })),
  )
  return { carriers: rows.map(({ shares: _shares, ...carrier }) => carrier), shares }
}

/** The record at the end of a path, from a record at its beginning. */
function endText(schema: string, entity: EntityDefinition, path: CarryPath): string {
  const tables = [entity, ...path.slice(0, -1).map((step) => step.entity)]
  const joins = tables.map(({ uri }, at) => {
    const table = `${qualified(schema, uri)} way${at}`
    return at === 0 ? table : `join ${table} on way${at}."id" = way${at - 1}.${ident(path[at - 1]?.column ?? '')}`
  })
  const last = path.at(-1) ?? path[0]
  return `select ${literal(pathKey(path))} as key, ${literal(last.entity.id)}::uuid as entity,
    way${path.length - 1}.${ident(last.column)} as record from ${joins.join(' ')} where way0."id" = $1`
}
