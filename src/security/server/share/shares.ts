import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { Member } from '#environments/environment.ts'
import type { MemberContext } from '#environments/server/environments.ts'
import { fault, refuseIf } from '#faults/fault.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { mayAct } from '#security/explain.ts'
import {
  shareRights,
  type Receiver,
  type ShareChange,
  type ShareDraft,
  type SharedRights,
  type ShareRecord,
  type Shares,
} from '#security/share.ts'
import { excessOf, givable, givenBy, sharesOf, type SharedRecord } from '#security/sharing.ts'
import { differenceOf, type SecurityFacts } from '#security/securityEvent.ts'
import { carriedTo } from '#security/server/share/carriedShares.ts'
import { noteEvent } from '#security/server/admin/events.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { tellReceiver } from '#security/server/share/shareMail.ts'
import {
  findOwned,
  findReceivers,
  inForce,
  listShares,
  lockOwned,
  putShare,
  removeShare,
  type FindOwned,
  type KeptShare,
} from '#security/server/share/shares.store.ts'
import { hiddenFrom } from '#security/visible.ts'

export type SharePlace = { readonly entityId: string; readonly recordId: string }
type ShareDeps = Pick<AdminDeps, 'models' | 'mailer' | 'webAddress'>

/**
 * The shares of a record. A member who may share the record sees all shares; a reader sees the shares that reach the
 * reader. Faults: `definition.unknown`, `record.unknown`, `share.off`.
 */
export async function readShares(deps: ShareDeps, context: MemberContext, place: SharePlace): Promise<Shares> {
  const asking = await askingOf(deps, context)
  return context.database.transaction(async (transaction) =>
    sharesFor(await groundOf(transaction, asking, place, findOwned)),
  )
}

/**
 * Possible receivers of a record, for members who may share the record. Faults: as `readShares`, `request.forbidden`.
 */
export async function readReceivers(
  deps: ShareDeps,
  context: MemberContext,
  place: SharePlace,
  search: string,
): Promise<Receiver[]> {
  const asking = await askingOf(deps, context)
  return context.database.transaction(async (transaction) => {
    const { until, record, shares } = await groundOf(transaction, asking, place, findOwned)
    if (givable(until).length === 0) throw fault('request.forbidden')
    const taken = new Set([record.ownerId, ...shares.filter(({ over }) => !over).map(({ principal }) => principal.id)])
    const found = await findReceivers(transaction, asking.schema, { search: search.trim() })
    return found.filter(({ id }) => !taken.has(id))
  })
}

/** Shares a record. Faults: as `readShares`, `request.forbidden`, `access.exceeds`, `share.later`, `share.exists`, `member.unknown`. */
export async function giveShare(
  deps: ShareDeps,
  context: MemberContext,
  place: SharePlace,
  draft: ShareDraft,
): Promise<Shares> {
  const asking = await askingOf(deps, context)
  const { told, shares } = await context.database.transaction(async (transaction) => {
    const ground = await groundOf(transaction, asking, place, lockOwned)
    const { entity, record, holder } = ground
    const [receiver] = await findReceivers(transaction, ground.schema, { id: draft.principal_id })
    if (!receiver) throw fault('member.unknown')
    if (receiver.id === record.ownerId) refuseIf([{ code: 'share.owner', target: 'principal_id' }])
    if (ground.shares.some(({ principal, over }) => principal.id === receiver.id && !over)) throw fault('share.exists')
    const row = rowOf(draft, nothingShared)
    refuseExcess(ground, row, context.now())
    const at = context.now()
    await putShare(transaction, ground, place.recordId, { ...row, principalId: receiver.id, byId: holder.id, at })
    await note(context, ground, 'recordShared', { before: null, after: factsOf(place, receiver, row) })
    const after = await groundOf(transaction, asking, place, lockOwned)
    return { told: { ...place, receiver, entity: entity.name }, shares: sharesFor(after) }
  })
  await tellReceiver(deps, context, told)
  return shares
}

/**
 * Changes the rights of a share: allowed for the owner, administrators, and the giver. Faults: as `giveShare`,
 * `share.unknown`.
 */
export async function changeShare(
  deps: ShareDeps,
  context: MemberContext,
  place: SharePlace & { readonly principalId: string },
  wish: ShareChange,
): Promise<Shares> {
  const asking = await askingOf(deps, context)
  return context.database.transaction(async (transaction) => {
    const ground = await groundOf(transaction, asking, place, lockOwned)
    const share = shareIn(ground, place.principalId)
    if (!mayChange(ground, share)) throw fault('request.forbidden')
    const before = { ...rightsOf(share), expiresOn: share.expires_on, reason: share.reason }
    const row = rowOf(wish, before)
    refuseExcess(ground, row, context.now())
    const { principal, by_id: byId, on: at } = share
    await putShare(transaction, ground, place.recordId, { ...row, principalId: principal.id, byId, at })
    const difference = differenceOf(factsOf(place, principal, before), factsOf(place, principal, row))
    if (difference) {
      const { record, with: receiver } = factsOf(place, principal, row)
      await note(context, ground, 'shareChanged', {
        before: difference.before,
        after: { record, with: receiver, ...difference.after },
      })
    }
    return sharesFor(await groundOf(transaction, asking, place, lockOwned))
  })
}

/** Ends a share: allowed for the owner, administrators, the giver, and a member who received the share. */
export async function endShare(
  deps: ShareDeps,
  context: MemberContext,
  place: SharePlace & { readonly principalId: string },
): Promise<void> {
  const asking = await askingOf(deps, context)
  await context.database.transaction(async (transaction) => {
    const ground = await groundOf(transaction, asking, place, lockOwned)
    const share = shareIn(ground, place.principalId)
    if (!mayRemove(ground, share)) throw fault('request.forbidden')
    await removeShare(transaction, ground, place.recordId, share.principal.id)
    const before = { ...rightsOf(share), expiresOn: share.expires_on, reason: share.reason }
    await note(context, ground, 'shareEnded', { before: factsOf(place, share.principal, before), after: null })
  })
}

/** The facts about a record's shares at one moment, with the asker's rights of that moment. */
type Ground = {
  readonly transaction: Transaction
  readonly schema: string
  readonly entity: EntityDefinition
  readonly holder: Member
  readonly record: SharedRecord
  readonly shares: readonly KeptShare[]
  readonly until: ReturnType<typeof givenBy>
}

/** The asker with the rights of this moment; a limited key has fewer rights than its member. */
type Asking = { readonly schema: string; readonly model: Model; readonly holder: Member }

async function askingOf({ models }: ShareDeps, { environment, renewed }: MemberContext): Promise<Asking> {
  return { schema: environment.schema, model: await models.fresh(environment), holder: await renewed() }
}

async function groundOf(
  transaction: Transaction,
  { schema, model, holder }: Asking,
  { entityId, recordId }: SharePlace,
  find: FindOwned,
): Promise<Ground> {
  const entity = model.entities.get(entityId)
  if (!entity || entity.link_of !== null || hiddenFrom(holder, model)?.entities.has(entityId))
    throw fault('definition.unknown')
  const found = await find(transaction, { schema, entity }, recordId)
  if (!found) throw fault('record.unknown')
  const shares = await listShares(transaction, { schema, entity }, recordId)
  const own = inForce(found, shares)
  const carried = await carriedTo(transaction, { schema, entity, model }, recordId)
  const record = { ...own, shares: [...own.shares, ...carried.shares] }
  if (!mayAct(holder, 'read', { entity, record, model })) throw fault('record.unknown')
  if (!entity.recordsharing || entity.ownership === 'organisation') throw fault('share.off')
  return { transaction, schema, entity, holder, record, shares, until: givenBy(holder, { entity, record, model }) }
}

function sharesFor(ground: Ground): Shares {
  const { holder, record, shares, until } = ground
  const may = givable(until)
  const mine = new Set(sharesOf(holder, { shares: shares.map(({ principal }) => reached(principal.id)) }).map(idOf))
  const isOwner = holder.administrator || holder.heldRights.principals.includes(record.ownerId)
  const isSeen = ({ principal, by_id }: KeptShare) =>
    may.length > 0 || isOwner || by_id === holder.id || mine.has(principal.id)
  return {
    may,
    value: shares.filter(isSeen).map((share): ShareRecord => ({
      ...rightsOf(share),
      principal: share.principal,
      expires_on: share.expires_on?.toISOString() ?? null,
      reason: share.reason,
      by: { id: share.by_id, name: share.by ?? '' },
      on: share.on.toISOString(),
      over: share.over,
      idle: shareRights.filter((right) => share[right] && right !== 'share' && share.scopes?.includes(right) === false),
      changeable: mayChange(ground, share),
      removable: mayRemove(ground, share),
    })),
  }
}

function mayChange(ground: Ground, share: KeptShare): boolean {
  const { holder, record, until } = ground
  if (givable(until).length === 0) return false
  return holder.administrator || share.by_id === holder.id || holder.heldRights.principals.includes(record.ownerId)
}

function mayRemove({ holder, record }: Ground, { by_id, principal }: KeptShare): boolean {
  return (
    holder.administrator ||
    [by_id, principal.id].includes(holder.id) ||
    holder.heldRights.principals.includes(record.ownerId)
  )
}

function shareIn({ shares, holder, record, until }: Ground, principalId: string): KeptShare {
  const share = shares.find(({ principal }) => principal.id === principalId)
  const isSeen = givable(until).length > 0 || holder.heldRights.principals.includes(record.ownerId)
  if (!share || !(isSeen || share.by_id === holder.id || principalId === holder.id)) throw fault('share.unknown')
  return share
}

type Given = SharedRights & { readonly expiresOn: Date | null; readonly reason: string | null }
const nothingShared: Given = { read: true, update: false, delete: false, share: false, expiresOn: null, reason: null }

function rowOf(wish: ShareChange, before: Given): Given {
  const { expires_on: end, reason } = wish
  return {
    read: true,
    update: wish.update ?? before.update,
    delete: wish.delete ?? before.delete,
    share: wish.share ?? before.share,
    expiresOn: end === undefined ? before.expiresOn : end === null ? null : new Date(end),
    reason: reason === undefined ? before.reason : reason || null,
  }
}

function refuseExcess({ until }: Ground, row: Given, now: Date): void {
  if (until.share === 'never' && until.read === 'never') throw fault('request.forbidden')
  const excess = excessOf(until, row, row.expiresOn)
  if (excess === 'right') throw fault(givable(until).length === 0 ? 'request.forbidden' : 'access.exceeds')
  if (excess === 'time') refuseIf([{ code: 'share.later', target: 'expires_on' }])
  if (row.expiresOn !== null && row.expiresOn <= now) refuseIf([{ code: 'share.past', target: 'expires_on' }])
}

function rightsOf({ read, update, delete: remove, share }: SharedRights): SharedRights {
  return { read, update, delete: remove, share }
}

function factsOf({ recordId }: SharePlace, receiver: Receiver, { expiresOn, reason, ...rights }: Given): SecurityFacts {
  return {
    record: recordId,
    with: receiver.name,
    rights: shareRights.filter((right) => rights[right]),
    until: expiresOn?.toISOString() ?? null,
    reason,
  }
}

/** The log names the table and the id only, because a reader of the log may not be a reader of the record. */
async function note(
  context: MemberContext,
  { transaction, schema, entity }: Ground,
  kind: 'recordShared' | 'shareChanged' | 'shareEnded',
  change: { readonly before: SecurityFacts | null; readonly after: SecurityFacts | null },
): Promise<void> {
  await noteEvent(context, transaction, schema, { kind, subject: { id: entity.id, name: entity.name }, ...change })
}

function reached(principalId: string) {
  return { principalId, may: { read: true, update: true, delete: true } }
}

function idOf({ principalId }: { readonly principalId: string }): string {
  return principalId
}
