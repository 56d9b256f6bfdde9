import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { mayAct, sharesReaching, type ExplainedRecord, type ShareFacts } from '#security/explain.ts'
import type { Actor } from '#security/reach.ts'
import { shareRights, type SharedRight, type SharedRights } from '#security/share.ts'

/** A share in force, with whether it lets others share in turn and when it ends. */
export type ShareHeld = ShareFacts & { readonly mayShare: boolean; readonly until: Date | null }
export type SharedRecord = Omit<ExplainedRecord, 'shares'> & { readonly shares: readonly ShareHeld[] }
type Known = {
  readonly entity: EntityDefinition
  readonly record: SharedRecord
  readonly model: Pick<Model, 'entities' | 'relationships'>
}

/** How long one may give a right: for ever (null), until a moment, or not at all. */
export type GiveUntil = Date | null | 'never'

/**
 * The rights on a record that an actor may give others, and until when. Product ruling 2.3: allowed for holders of
 * those rights and *share*, for the owner, and for administrators. Nobody gives more than their own rights on the
 * record, nor for longer.
 */
export function givenBy(actor: Actor, known: Known): Readonly<Record<SharedRight, GiveUntil>> {
  const { record } = known
  // A carried share does not allow sharing the record that the share is carried to.
  const mine = sharesOf(actor, record).filter(({ carried }) => !carried)
  const isFree = actor.administrator || actor.heldRights.principals.includes(record.ownerId)
  const passing: GiveUntil = isFree ? null : latest(mine.filter(({ mayShare }) => mayShare))
  const held = (right: SharedRight): GiveUntil => {
    if (right === 'share') return mayAct(actor, 'read', known) ? passing : 'never'
    if (!mayAct(actor, right, known)) return 'never'
    if (mayAct(actor, right, { ...known, record: { ...record, shares: [] } })) return passing
    // Rights that the actor has only by shares end with the shares; read may come from another share than the right
    // itself.
    const by = (each: 'read' | 'update' | 'delete') => latest(sharesReaching(actor, each, known))
    return earlier(passing, earlier(by('read'), by(right)))
  }
  return { read: held('read'), update: held('update'), delete: held('delete'), share: held('share') }
}

/** The rights that may be given at all, in their order. */
export function givable(until: Readonly<Record<SharedRight, GiveUntil>>): SharedRight[] {
  return shareRights.filter((right) => until[right] !== 'never')
}

/** Whether some rights until a moment are more than one may give: a right that one lacks, or for longer than one has it. */
export function excessOf(
  until: Readonly<Record<SharedRight, GiveUntil>>,
  rights: SharedRights,
  end: Date | null,
): 'right' | 'time' | null {
  const wanted = shareRights.filter((right) => rights[right])
  if (wanted.some((right) => until[right] === 'never')) return 'right'
  const isLonger = (limit: GiveUntil) => limit instanceof Date && (end === null || end > limit)
  return wanted.some((right) => isLonger(until[right])) ? 'time' : null
}

/** The shares of a record that reach an actor: own ones, those of teams, and those of the own unit and the ones above it. */
export function sharesOf<Share extends ShareFacts>(
  { heldRights: { principals, unitChain } }: Actor,
  { shares }: { readonly shares: readonly Share[] },
): Share[] {
  return shares.filter(({ principalId }) => principals.includes(principalId) || unitChain.includes(principalId))
}

function latest(shares: readonly ShareHeld[]): GiveUntil {
  if (shares.length === 0) return 'never'
  const ends = shares.map(({ until }) => until)
  if (ends.includes(null)) return null
  return new Date(Math.max(...ends.map((end) => end?.getTime() ?? 0)))
}

function earlier(one: GiveUntil, other: GiveUntil): GiveUntil {
  if (one === 'never' || other === 'never') return 'never'
  if (one === null) return other
  return other === null || one < other ? one : other
}
