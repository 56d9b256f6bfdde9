import type { Model } from '#entities/model.ts'
import type { Member } from '#environments/environment.ts'
import { loadMember, type MemberContext } from '#environments/server/environments.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import {
  activityShifts,
  fieldShifts,
  named,
  shiftsOf,
  type ActionImpact,
  type Change,
  type Impact,
  type ImpactQuestion,
  type Shift,
} from '#security/impact.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { changeEntityRoles } from '#security/server/admin/matrix.ts'
import { changeMember } from '#security/server/admin/members.ts'
import { changeRole, deleteRole } from '#security/server/admin/roles.ts'
import { changeTeam } from '#security/server/admin/teams.ts'
import { changeUnit } from '#security/server/admin/units.ts'
import { heldRoles } from '#security/server/heldRoles.ts'
import { countOpened } from '#security/server/explain/opened.ts'
import { rehearse } from '#security/server/impact/rehearsal.ts'

/** So many members are compared; with more, the answer says that there are more. */
const mostMembers = 200

/**
 * What a change of rights would do, without making it: how many members gain or lose which action on how many records. The
 * change is made and taken back, so it refuses what the change itself refuses.
 */
export async function impactOf(deps: AdminDeps, context: MemberContext, question: ImpactQuestion): Promise<Impact> {
  const { database, environment } = context
  const { schema } = environment
  const model = await deps.models.fresh(environment)
  const first = await touchedBy(database, schema, question)
  const found = await rehearse(
    context,
    (rehearsing) => make(deps, rehearsing, question),
    async (transaction) => {
      const touched = [...new Set([...first, ...(await touchedBy(transaction, schema, question))])]
      const compared = touched.slice(0, mostMembers)
      return { after: await membersOf(transaction, schema, compared), more: touched.length > compared.length }
    },
  )
  const before = await membersOf(database, schema, [...found.after.keys()])
  const changes = [...found.after].map(([id, after]): Change => ({ before: before.get(id) ?? null, after }))
  const actions: ActionImpact[] = []
  for (const shift of shiftsOf(changes, model)) {
    const impact = await actionImpact(database, model, schema, shift)
    // A wider read alone lets nobody update more, unless records show that it does.
    if (shift.isOwn || impact.opened !== 0 || impact.closed !== 0) actions.push(impact)
  }
  return {
    members: changes.length,
    more: found.more,
    actions,
    fields: fieldShifts(changes, model),
    activities: activityShifts(changes),
  }
}

/** The change itself, by the use case that makes it. */
function make(deps: AdminDeps, context: MemberContext, question: ImpactQuestion): Promise<unknown> {
  const { kind, id } = question
  switch (kind) {
    case 'role':
      return changeRole(deps, context, id, question.change)
    case 'roleDelete':
      return deleteRole(deps, context, id, undefined)
    case 'entity':
      return changeEntityRoles(deps, context, id, question.change.value)
    case 'member':
      return changeMember(deps, context, id, question.change)
    case 'team':
      return changeTeam(deps, context, id, question.change)
    case 'unit':
      return changeUnit(deps, context, id, question.change)
  }
}

/** The members whose rights a change may touch, as things stand: asked before it and after it. */
async function touchedBy(executor: Executor, schema: string, question: ImpactQuestion): Promise<string[]> {
  const table = (name: string) => qualified(schema, name)
  const { id } = question
  if (question.kind === 'member') return [id]
  const holders = `select distinct held.member_id as id from ${heldRoles(schema)} held where held.role_id = any($1::uuid[])`
  const ways: Record<Exclude<ImpactQuestion['kind'], 'member'>, { from: string; ids: readonly string[] }> = {
    role: { from: holders, ids: [id] },
    roleDelete: { from: holders, ids: [id] },
    entity: {
      from: holders,
      ids: question.kind === 'entity' ? question.change.value.map(({ role_id }) => role_id) : [],
    },
    team: { from: `select member_id as id from ${table('_team_member')} where team_id = any($1::uuid[])`, ids: [id] },
    // Units above get or lose what is below them, those below get or lose what is shared with those above.
    unit: {
      from: `with recursive above as (
          select id, parent_id from ${table('_unit')} where id = any($1::uuid[])
          union select unit.id, unit.parent_id from ${table('_unit')} unit join above on unit.id = above.parent_id
        ), below as (
          select id from ${table('_unit')} where id = any($1::uuid[])
          union select unit.id from ${table('_unit')} unit join below on unit.parent_id = below.id
        )
        select principal.id from ${table('_principal')} principal
        where principal.kind = 'member' and principal.unit_id in (select id from above union select id from below)`,
      ids: [id],
    },
  }
  const { from, ids } = ways[question.kind]
  const rows = await executor.query<{ id: string }>({
    text: `select member.id::text from (${from}) touched join ${table('_member')} member on member.id = touched.id
      where member.status = 'active' order by member.id limit ${mostMembers + 1}`,
    values: [ids],
  })
  return rows.map(({ id: member }) => member)
}

/** What members hold; null where one is no active member. */
async function membersOf(
  executor: Executor,
  schema: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Member | null>> {
  const members = new Map<string, Member | null>()
  for (const id of ids) members.set(id, await loadMember(executor, schema, id))
  return members
}

async function actionImpact(
  executor: Executor,
  model: Model,
  schema: string,
  { entity, action, gaining, losing }: Shift,
): Promise<ActionImpact> {
  const place = { entity, model, schema }
  const shift = { entity: named(entity), action, gaining: gaining.length, losing: losing.length }
  if (action === 'create') return { ...shift, opened: null, closed: null }
  return {
    ...shift,
    opened: await countOpened(executor, place, action, turnOf(gaining)),
    closed: await countOpened(executor, place, action, turnOf(losing.map(backwards))),
  }
}

function turnOf(changes: readonly Change[]) {
  const known = changes.filter(({ after }) => after !== null)
  return { before: known.map(({ before }) => before), after: known.flatMap(({ after }) => after ?? []) }
}

/** What is lost is what would be gained the other way round. */
function backwards({ before, after }: Change): Change {
  return { before: after, after: before }
}
