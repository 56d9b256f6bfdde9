import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { ImpactQuestion } from '#security/impact.ts'
import { heldRoles } from '#security/server/roles/heldRoles.ts'

/** A query for the ids of members, with its parameters. */
type Touched = { readonly from: string; readonly ids: readonly string[] }

/** The active members whose rights a change may touch, as things stand: asked before it and after it. */
export async function affectedRights(
  executor: Executor,
  schema: string,
  question: ImpactQuestion,
  most: number,
): Promise<string[]> {
  const { from, ids } = touchedIn(schema, question)
  const rows = await executor.query<{ id: string }>({
    text: `select member.id::text from (${from}) touched join ${qualified(schema, '_member')} member on member.id = touched.id
      where member.status = 'active' order by member.id limit ${most}`,
    values: [ids],
  })
  return rows.map(({ id }) => id)
}

function touchedIn(schema: string, question: ImpactQuestion): Touched {
  const table = (name: string) => qualified(schema, name)
  const themselves = 'select unnest($1::uuid[]) as id'
  const holders = `select distinct held.member_id as id from ${heldRoles(schema)} held where held.role_id = any($1::uuid[])`
  switch (question.kind) {
    case 'role':
    case 'roleDelete':
      return { from: holders, ids: [question.id] }
    case 'entity': {
      const { value = [], fields = [] } = question.change
      return { from: holders, ids: [...value, ...fields].map(({ role_id }) => role_id) }
    }
    case 'member':
      return { from: themselves, ids: [question.id] }
    case 'members':
      return { from: themselves, ids: [...new Set(question.change.member_ids)] }
    case 'team':
      return {
        from: `select member_id as id from ${table('_team_member')} where team_id = any($1::uuid[])`,
        ids: [question.id],
      }
    case 'teamCreate':
      return { from: themselves, ids: [...new Set(question.change.member_ids)] }
    case 'unit':
    case 'unitDelete':
      // Units above gain or lose the units below; units below gain or lose the shares of the units above.
      return {
        from: `with recursive above as (
            select id, parent_id from ${table('_unit')} where id = any($1::uuid[])
            union select unit.id, unit.parent_id from ${table('_unit')} unit join above on unit.id = above.parent_id
          ), below as (
            select id from ${table('_unit')} where id = any($1::uuid[])
            union select unit.id from ${table('_unit')} unit join below on unit.parent_id = below.id
          )
          select principal.id from ${table('_principal')} principal
          where principal.kind = 'member' and principal.unit_id in (select id from above union select id from below)`,
        ids: question.kind === 'unitDelete' ? [question.id, question.change.move_to ?? question.id] : [question.id],
      }
  }
}
