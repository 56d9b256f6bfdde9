import type { EntityDefinition } from '#entities/entity.ts'
import { attributeById, type Model } from '#entities/model.ts'
import type { Models } from '#entities/server/entities.ts'
import type { Member } from '#environments/environment.ts'
import { loadMember, type MemberContext } from '#environments/server/environments.ts'
import { actions, type Action } from '#environments/memberRights.ts'
import { fault } from '#faults/fault.ts'
import { carryPathsOf } from '#security/carryPath.ts'
import {
  anyRecord,
  grantsOn,
  mayAct,
  mayActOnAll,
  proposalsFor,
  accessPaths,
  type Fix,
  type Means,
  type Proposal,
  type Way,
} from '#security/explain.ts'
import type {
  ActionExplanation,
  Closed,
  Explanation,
  ExplainQuery,
  FixRecord,
  Named,
  CarriedThrough,
  WayRecord,
} from '#security/explanation.ts'
import { closedFields, hiddenSources } from '#security/fields.ts'
import { hiddenFrom } from '#security/visible.ts'
import { mayAtAll, type ShareRight } from '#security/reach.ts'
import { scopeOf, type Grant } from '#security/scope.ts'
import { meansOf, namesOf, recordFacts, type KnownRecord } from '#security/server/explain/facts.ts'
import { countOpened, countShared } from '#security/server/explain/opened.ts'
import { readThrough } from '#security/server/explain/through.ts'

/** Limit of fixes per action; fixes that open least come first. */
const mostFixes = 5

type Question = {
  readonly user: Member
  readonly entity: EntityDefinition
  readonly model: Model
  readonly schema: string
  readonly record: KnownRecord | undefined
  /** Its id; empty where none is asked about. */
  readonly recordId: string
  /** Whether the asker may know whose the record is. */
  readonly isOpen: boolean
  /**
   * The asker neither reads the record nor administers rights, and receives only what holds for every record of the
   * table, and the own refusal.
   */
  readonly isBlind: boolean
  /** Whether the asker asks about oneself. */
  readonly isOwn: boolean
}

/**
 * Why a member may or may not act on an entity, or on one of its records, and which changes would allow it. Made from the
 * rules that the conditions of every statement are made from. Others are explained only to whoever has the activity; so is
 * a record that the asker does not read, and then nothing is told of whose it is: asked member by member, a verdict would
 * tell that too, so it is left out where the record decides. Who administers rights hears it. Faults:
 * `request.forbidden`, `member.unknown`, `definition.unknown`, `record.unknown`.
 */
export async function explain(
  { models }: { readonly models: Models },
  context: MemberContext,
  { entity: entityId, record: recordId, user: userId, action: only }: ExplainQuery,
): Promise<Explanation> {
  const { database, environment, member } = context
  const { schema } = environment
  const mayExplain = member.heldRights.activities.has('explain-access')
  const isOwn = userId === undefined || userId === member.id
  if (!isOwn && !mayExplain) throw fault('request.forbidden')
  const model = await models.fresh(environment)
  const entity = model.entities.get(entityId)
  const isKnown = entity && (mayExplain || actions.some((action) => mayAtAll(member, action, entity, model)))
  if (!isKnown || entity.link_of !== null) throw fault('definition.unknown')
  const user = isOwn ? member : await loadMember(database, schema, userId)
  if (!user) throw fault('member.unknown')
  const record = recordId === undefined ? undefined : await recordFacts(database, schema, { entity, model }, recordId)
  const isOpen = record === undefined || mayAct(member, 'read', { entity, record, model })
  if (recordId !== undefined && (!record || (!isOpen && !mayExplain))) throw fault('record.unknown')
  const isBlind = !isOpen && !member.heldRights.activities.has('manage-roles')
  const question: Question = { user, entity, model, schema, record, recordId: recordId ?? '', isOpen, isBlind, isOwn }
  const means = mayExplain ? await meansOf(database, schema, { entity, model }) : { roles: [], teams: [] }
  const asked = only ? [only] : actions
  const told: [Action, Draft][] = []
  for (const action of asked) told.push([action, await draftOf(context, question, action, means)])
  const givers = record?.origins.map(({ byId }) => byId) ?? []
  const ids = [user.id, ...givers, ...told.flatMap(([, draft]) => idsOf(draft))]
  const names = await namesOf(database, schema, ids)
  const through = isOpen ? await readThrough(database, { model, schema, member }, record?.carriers ?? []) : new Map()
  return {
    user: named(names, user.id),
    entity: { id: entity.id, name: entity.name },
    record: recordId ?? null,
    actions: Object.fromEntries(told.map(([action, draft]) => [action, toRecord({ names, through }, draft, question)])),
    fields: fieldsOf(question, member),
  }
}

/** The result for one action, before ids are replaced by names. */
type Draft = Pick<ActionExplanation, 'allowed' | 'scope' | 'closed'> & {
  readonly ways: readonly Way[]
  readonly fixes: readonly { readonly fix: Fix; readonly opens: number | null }[]
}

async function draftOf(context: MemberContext, question: Question, action: Action, means: Means): Promise<Draft> {
  const { user, entity, model, record } = question
  const scope = scopeOf(user, action, entity)
  if (action === 'create' || !record) {
    const allowed =
      mayAtAll(user, action, entity, model) && (action === 'create' || mayAtAll(user, 'read', entity, model))
    const ways: Way[] = user.administrator
      ? [{ kind: 'administrator' }]
      : allowed
        ? [{ kind: 'all', grants: grantsOn(user, action, entity) }]
        : []
    const closed = closedFor(entity, action, undefined)
    return { allowed: allowed && closed === null, scope, closed, ways, fixes: [] }
  }
  const known = { entity, model, record: question.isBlind ? anyRecord : record }
  const ways = accessPaths(user, action, known)
  // Whether a record is disabled is a value of the record: an asker without read of the record gets the verdict of the
  // rights alone.
  const closed = closedFor(entity, action, question.isOpen ? record : undefined)
  const always = question.isBlind && !question.isOwn ? mayActOnAll(user, action, known) : false
  if (always === null) return { allowed: null, scope, closed, ways: [], fixes: [] }
  const proposals = ways.length > 0 ? [] : proposalsFor(user, action, known, means)
  const shown = proposals.filter(({ fix }) => question.isOpen || isToldOf(question, fix))
  const fixes: Draft['fixes'][number][] = []
  for (const proposal of shown)
    fixes.push({ fix: proposal.fix, opens: await opensOf(context, question, action, proposal) })
  const least = fixes.toSorted(({ opens: one }, { opens: other }) => (one ?? Infinity) - (other ?? Infinity))
  return { allowed: ways.length > 0 && closed === null, scope, closed, ways, fixes: least.slice(0, mostFixes) }
}

/**
 * Whether a fix reveals nothing about a record that the asker does not read: neither its owner nor the number of its
 * related records.
 */
function isToldOf({ entity, model, isBlind }: Question, fix: Fix): boolean {
  if (fix.kind === 'team' || fix.kind === 'assign' || 'carrier' in fix) return false
  if (fix.kind !== 'share' || !isBlind) return true
  return !carryPathsOf(model, entity, () => true).some((path) => path.at(-1)?.entity.id === entity.id)
}

/** Product rulings 2.2 and 2.4. */
function closedFor(entity: EntityDefinition, action: Action, record: KnownRecord | undefined): Closed | null {
  if (action === 'read') return null
  if (!entity.editable) return 'editable'
  return action === 'update' && record?.status === 'disabled' ? 'disabled' : null
}

async function opensOf(
  { database }: MemberContext,
  { user, entity, model, schema, recordId }: Question,
  action: ShareRight,
  { fix, actor }: Proposal,
): Promise<number | null> {
  if (fix.kind === 'assign') return 1
  if (fix.kind === 'share') {
    const shared = fix.carrier ?? { entityId: entity.id, recordId }
    return countShared(database, { entity, model, schema }, action, { actor: user, shared })
  }
  return countOpened(database, { entity, model, schema }, action, { before: [user], after: [actor] })
}

function idsOf({ ways, fixes }: Draft): string[] {
  const ofWays = ways.flatMap((way) =>
    way.kind === 'administrator'
      ? []
      : [
          ...way.grants.flatMap(({ roleId, principalId }) => [roleId, principalId]),
          ...(way.kind === 'all' ? [] : [way.principalId]),
        ],
  )
  const ofFixes = fixes.flatMap(({ fix }) =>
    fix.kind === 'team' ? [fix.teamId] : fix.kind === 'role' || fix.kind === 'scope' ? [fix.roleId] : [],
  )
  return [...ofWays, ...ofFixes]
}

type Names = ReadonlyMap<string, string>
type Told = { readonly names: Names; readonly through: ReadonlyMap<string, CarriedThrough> }

function toRecord({ names, through }: Told, { ways, fixes, ...draft }: Draft, question: Question): ActionExplanation {
  return {
    ...draft,
    via: ways.map((way) => ({
      ...wayRecord(names, way, question),
      through: ('carrier' in way && through.get(way.carrier?.key ?? '')) || null,
    })),
    missing: fixes.map(({ fix, opens }) => ({
      ...fixRecord(names, fix, opens),
      through: ('carrier' in fix && through.get(fix.carrier?.key ?? '')) || null,
    })),
  }
}

function wayRecord(names: Names, way: Way, { user, record, isOpen }: Question): Omit<WayRecord, 'through'> {
  const origin =
    way.kind === 'share' &&
    record?.origins.find(({ principalId, key }) => principalId === way.principalId && key === way.carrier?.key)
  return {
    kind: way.kind,
    principal: 'principalId' in way && isOpen ? named(names, way.principalId) : null,
    roles: way.kind === 'administrator' ? [] : way.grants.map((grant) => roleWay(names, grant, user.id)),
    since: origin && isOpen ? origin.since : null,
    until: origin && isOpen ? origin.until : null,
    by: origin && isOpen ? named(names, origin.byId) : null,
  }
}

function roleWay(names: Names, { roleId, principalId, scope }: Grant, userId: string) {
  return { ...named(names, roleId), scope, team: principalId === userId ? null : named(names, principalId) }
}

function fixRecord(names: Names, fix: Fix, opens: number | null): Omit<FixRecord, 'through'> {
  const role = fix.kind === 'role' || fix.kind === 'scope' ? named(names, fix.roleId) : null
  const team = fix.kind === 'team' ? named(names, fix.teamId) : null
  const rights = fix.kind === 'share' ? fix.rights : fix.kind === 'scope' ? fix.actions : []
  return { kind: fix.kind, role, team, scope: fix.kind === 'scope' ? fix.scope : null, rights, opens }
}

/** An asker whose own rules hide an attribute does not learn its name here either. */
function fieldsOf({ user, entity, model }: Question, asker: Member): Explanation['fields'] {
  const { unread, fixed } = closedFields(user, entity, model)
  const { unread: hidden } = closedFields(asker, entity, model)
  const known = entity.attributes.filter(({ id }) => !hidden.has(id))
  const those = (ids: ReadonlySet<string>) =>
    known.filter(({ id }) => ids.has(id)).map(({ id, name }): Named => ({ id, name }))
  const over = hiddenSources(user, model)
  const computed = known
    .filter(({ id }) => over.has(id))
    .map(({ id, name }) => ({ id, name, sources: toldSources(asker, model, over.get(id) ?? []) }))
  return {
    unread: those(unread),
    fixed: those(fixed),
    follow: computed.filter(({ id }) => unread.has(id)),
    shown: computed.filter(({ id }) => !unread.has(id)),
  }
}

function toldSources(asker: Member, model: Model, ids: readonly string[]): Named[] {
  return ids.flatMap((id) => {
    const found = attributeById(model, id)
    if (!found || hiddenFrom(asker, model)?.entities.has(found.entity.id)) return []
    if (closedFields(asker, found.entity, model).unread.has(id)) return []
    return [{ id, name: found.attribute.name }]
  })
}

function named(names: Names, id: string): Named {
  return { id, name: names.get(id) ?? '' }
}
