import type { Model } from '#entities/model.ts'
import type { Member } from '#environments/environment.ts'
import { loadMember, type MemberContext } from '#environments/server/environments.ts'
import { translateFor } from '#language/server/texts.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import {
  activityShifts,
  fieldShifts,
  namedThing,
  shiftsOf,
  withMovedActors,
  type ActionImpact,
  type BrokenTests,
  type RightsChange,
  type AccessImpact,
  type ImpactQuestion,
  type IsShared,
  type Shift,
} from '#security/impact.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { changeEntityRoles } from '#security/server/roles/matrix.ts'
import { changeMember, changeRolesOfMany } from '#security/server/members/members.ts'
import { changeRole, deleteRole } from '#security/server/roles/roles.ts'
import { changeTeam, createTeam } from '#security/server/teams/teams.ts'
import { changeUnit, deleteUnit } from '#security/server/teams/units.ts'
import { countOpened } from '#security/server/explain/opened.ts'
import { rehearse } from '#security/server/impact/rehearsal.ts'
import { affectedRights } from '#security/server/impact/affectedRights.ts'
import type { EnforcePermissionTests } from '#security/server/permissionTests/enforcePermissionTests.ts'
import { brokenBy, sentenceOf } from '#security/server/permissionTests/runTests.ts'

/** So many members are compared; with more, the answer says that there are more. */
const mostMembers = 200

/**
 * The effect of a change of rights, without the change: how many members gain or lose which action on how many records.
 * The change is made and rolled back, so the refusals of the change apply.
 */
export async function impactOf(
  deps: AdminDeps,
  context: MemberContext,
  question: ImpactQuestion,
): Promise<AccessImpact> {
  const { database, environment } = context
  const { schema } = environment
  const model = await deps.models.fresh(environment)
  const first = await affectedRights(database, schema, question, mostMembers + 1)
  const moved = await movedBy(database, schema, question)
  const tests: BrokenTests[] = []
  const telling: AdminDeps = {
    ...deps,
    heedTests: async (...judging) => void tests.push(...(await toldTests(context, judging))),
  }
  const found = await rehearse(
    context,
    (rehearsing) => make(telling, rehearsing, question),
    async (transaction) => {
      const touched = [
        ...new Set([...first, ...(await affectedRights(transaction, schema, question, mostMembers + 1))]),
      ]
      const compared = touched.slice(0, mostMembers)
      return { after: await membersOf(transaction, schema, compared), more: touched.length > compared.length }
    },
  )
  const before = await membersOf(database, schema, [...found.after.keys()])
  const changes = [...found.after].map(([id, after]): RightsChange => {
    return { before: before.get(id) ?? null, after: after && moved ? withMovedActors(after, moved) : after }
  })
  const actions: ActionImpact[] = []
  const records = database.under(environment.role)
  for (const shift of shiftsOf(changes, model, await sharesOf(records, schema, changes))) {
    const impact = await actionImpact(records, model, schema, shift)
    // A wider read alone allows no further updates unless the records show so.
    if (shift.isOwn || impact.opened !== 0 || impact.closed !== 0) actions.push(impact)
  }
  return {
    members: changes.length,
    more: found.more,
    actions,
    fields: fieldShifts(changes, model),
    activities: activityShifts(changes),
    tests: tests[0] ?? null,
  }
}

/** The change itself, by the use case that makes it. */
function make(deps: AdminDeps, context: MemberContext, question: ImpactQuestion): Promise<unknown> {
  switch (question.kind) {
    case 'role':
      return changeRole(deps, context, question.id, question.change)
    case 'roleDelete':
      return deleteRole(deps, context, question.id, undefined)
    case 'entity':
      return changeEntityRoles(deps, context, question.id, question.change)
    case 'member':
      return changeMember(deps, context, question.id, question.change)
    case 'members':
      return changeRolesOfMany(deps, context, question.change)
    case 'team':
      return changeTeam(deps, context, question.id, question.change)
    case 'teamCreate':
      return createTeam(deps, context, question.change)
    case 'unit':
      return changeUnit(deps, context, question.id, question.change)
    case 'unitDelete':
      // Updating all records only to roll back would lock them; `movedBy` counts their readers instead.
      return deleteUnit({ ...deps, handOver: () => Promise.resolve(0) }, context, question.id, question.change)
  }
}

/**
 * The source and target unit of the records that a change moves. An empty unit counts as moved into its parent unit.
 */
async function movedBy(
  executor: Executor,
  schema: string,
  question: ImpactQuestion,
): Promise<{ readonly from: string; readonly to: string } | undefined> {
  if (question.kind !== 'unitDelete') return undefined
  const [unit] = await executor.query<{ above: string | null }>({
    text: `select parent_id::text as above from ${qualified(schema, '_unit')} where id = $1`,
    values: [question.id],
  })
  const to = question.change.move_to ?? unit?.above
  return to ? { from: question.id, to } : undefined
}

/** Sentences that the change would make untrue are reported instead of stopping the change. */
async function toldTests(
  { locale }: MemberContext,
  [, transaction, schema, { modelOf, mayOverride }]: Parameters<EnforcePermissionTests>,
): Promise<BrokenTests[]> {
  const broken = await brokenBy(transaction, schema, modelOf)
  if (broken.length === 0) return []
  const model = await modelOf()
  const say = translateFor(locale)
  const sentences = broken.map((test) => ({
    id: test.id,
    text: say('fault.permissionTest.sentence', sentenceOf(test, model)),
  }))
  return [{ sentences, overridable: await mayOverride() }]
}

/** The rights of members; null for a person who is no active member. */
async function membersOf(
  executor: Executor,
  schema: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Member | null>> {
  const members = new Map<string, Member | null>()
  for (const id of ids) members.set(id, await loadMember(executor, schema, id))
  return members
}

/** Of which entities something is shared with whom, as far as the members compared are concerned. */
async function sharesOf(executor: Executor, schema: string, changes: readonly RightsChange[]): Promise<IsShared> {
  const receivers = changes
    .flatMap(({ before, after }) => [before, after])
    .flatMap((actor) => (actor ? [...actor.heldRights.principals, ...actor.heldRights.unitChain] : []))
  const rows = await executor.query<{ entity: string; principal: string }>({
    text: `select distinct entity_id::text as entity, principal_id::text as principal from ${qualified(schema, '_share')}
      where principal_id = any($1::uuid[]) and (expires_on is null or expires_on > now())`,
    values: [[...new Set(receivers)]],
  })
  const shared = new Set(rows.map(({ entity, principal }) => `${entity} ${principal}`))
  return (entityId, principalId) => shared.has(`${entityId} ${principalId}`)
}

async function actionImpact(
  executor: Executor,
  model: Model,
  schema: string,
  { entity, action, gaining, losing }: Shift,
): Promise<ActionImpact> {
  const place = { entity, model, schema }
  const shift = { entity: namedThing(entity), action, gaining: gaining.length, losing: losing.length }
  if (action === 'create') return { ...shift, opened: null, closed: null }
  return {
    ...shift,
    opened: await countOpened(executor, place, action, turnOf(gaining)),
    closed: await countOpened(executor, place, action, turnOf(losing.map(backwards))),
  }
}

function turnOf(changes: readonly RightsChange[]) {
  const known = changes.filter(({ after }) => after !== null)
  return { before: known.map(({ before }) => before), after: known.flatMap(({ after }) => after ?? []) }
}

/** Swaps before and after: losses are counted as the gains of the reverse change. */
function backwards({ before, after }: RightsChange): RightsChange {
  return { before: after, after: before }
}
