import type { CascadeDescriptor, Followed, Following, LostReferences, Step } from '#changes/definition.ts'
import { onceForOperation, type Impact, type Operation, type OperationKind } from '#changes/operation.ts'
import { newReferenceIds, validateStep } from '#changes/stepValidation.ts'

type Descriptors<Model> = readonly CascadeDescriptor<Model>[]

/** A concept with definitions: its operation kinds and definition kinds. */
export type DefinitionConcept<Model> = {
  readonly operations: readonly OperationKind<Model>[]
  /** From the lowest kind to the highest: each follows changes of the kinds before it. */
  readonly descriptors: Descriptors<Model>
}

/** The operation kinds of all concepts, lowest concept first, each with its cascade over all descriptors. */
export function cascadingKinds<Model>(concepts: readonly DefinitionConcept<Model>[]): readonly OperationKind<Model>[] {
  const descriptors = concepts.flatMap((concept) => concept.descriptors)
  return concepts.flatMap(({ operations }) => operations.map((kind) => withCascade(kind, descriptors)))
}

/**
 * An operation kind with its cascade: definitions lose references or are deleted as well, restricted deletions are
 * refused, and inverse, footprint and impact include the followers. The rest of the kind is unchanged.
 */
export function withCascade<Model, Op extends Operation>(
  kind: OperationKind<Model, Op>,
  descriptors: Descriptors<Model>,
): OperationKind<Model, Op> {
  const outcomeOf = onceForOperation((before: Model, operation: Op, changeId: string) =>
    follow(descriptors, { before, after: kind.apply(before, operation, changeId), operation, changeId }),
  )
  const foresee = (before: Model, operation: Op) => outcomeOf(before, operation, '')
  return {
    ...kind,
    apply: (before, operation, changeId) => outcomeOf(before, operation, changeId).step.after,
    check(before, operation, author) {
      const found = kind.check(before, operation, author)
      return found.length > 0 ? found : validateStep(descriptors, foresee(before, operation).step)
    },
    invert(before, operation) {
      const { step, followers } = foresee(before, operation)
      const own = kind
        .invert(before, operation)
        .map((back) => descriptors.reduce<Operation>((each, { invert }) => invert?.(before, each) ?? each, back))
      if (followers.length === 0) return own
      const subject = subjectOf(descriptors, step)
      return [...own, ...followers.flatMap(({ following, followed }) => following.restore(step, followed, subject))]
    },
    footprint(before, operation) {
      const { step, followers } = foresee(before, operation)
      const own = kind.footprint(before, operation)
      const writes = followers.flatMap(({ following, followed }) =>
        followed.gone.flatMap((each) => following.writes(each)),
      )
      return { writes: [...own.writes, ...writes], needs: [...own.needs, ...newReferenceIds(descriptors, step)] }
    },
    impact(before, operation) {
      const { step, followers } = foresee(before, operation)
      const own = kind.impact(before, operation)
      if (followers.length === 0) return own
      const subject = subjectOf(descriptors, step)
      return [...own, ...followers.flatMap((follower) => impactOf(before, follower, subject))]
    },
  }
}

type Follower<Model> = { readonly following: Following<Model, unknown>; readonly followed: Followed<unknown> }
type Outcome<Model> = { readonly step: Step<Model>; readonly followers: readonly Follower<Model>[] }

/** The step with all followers, lowest kinds first. */
function follow<Model>(descriptors: Descriptors<Model>, own: Step<Model>): Outcome<Model> {
  let step = own
  const followers: Follower<Model>[] = []
  for (const [at, descriptor] of descriptors.entries()) {
    if (descriptor.settle) step = { ...step, after: descriptor.settle(step) }
    const { following } = descriptor
    const lost = following && lostReferences(descriptors.slice(0, at), step)
    if (!following || !lost) continue
    const { followed, kept } = followedBy(descriptor, following, step, lost)
    const companions = following.accompany?.(step) ?? []
    if (followed.gone.length + followed.changed.length + companions.length === 0) continue
    step = { ...step, after: following.write(step.after, [...kept, ...companions]) }
    followers.push({ following, followed })
  }
  return { step, followers }
}

/** Undefined where no definition differs. */
function lostReferences<Model>(below: Descriptors<Model>, { before, after }: Step<Model>): LostReferences | undefined {
  const gone = new Set<string>()
  const changed = new Set<string>()
  let isSame = true
  for (const { difference, idOf } of below) {
    const found = difference(before, after)
    for (const each of found.gone) gone.add(idOf(each))
    for (const each of found.changed) changed.add(idOf(each.after))
    isSame &&= found.made.length === 0
  }
  return isSame && gone.size + changed.size === 0 ? undefined : { gone, changed }
}

function followedBy<Model>(
  { of, references }: CascadeDescriptor<Model>,
  following: Following<Model, unknown>,
  step: Step<Model>,
  lost: LostReferences,
): { readonly followed: Followed<unknown>; readonly kept: readonly unknown[] } {
  const gone: unknown[] = []
  const changed: { before: unknown; after: unknown }[] = []
  const kept: unknown[] = []
  for (const definition of of(step.after)) {
    const isConcerned = references(step.after, definition).some(({ id }) => lost.gone.has(id) || lost.changed.has(id))
    const next = isConcerned ? following.without(step, definition, lost) : definition
    if (next === null) gone.push(definition)
    else kept.push(next)
    if (next !== null && next !== definition) changed.push({ before: definition, after: next })
  }
  return { followed: { gone, changed }, kept }
}

function impactOf<Model>(before: Model, { following, followed }: Follower<Model>, subject: string): Impact[] {
  const { impact } = following
  const tell = (key: Impact['key'] | undefined, definitions: readonly unknown[]): Impact[] => {
    const shown = impact.visible(definitions)
    if (key === undefined || shown.length === 0) return []
    return [{ key, values: impact.values(before, shown, subject), count: shown.length }]
  }
  return [
    ...tell(
      impact.changed,
      followed.changed.map((each) => each.before),
    ),
    ...tell(impact.gone, followed.gone),
  ]
}

/** The display name of the operation's subject. */
function subjectOf<Model>(descriptors: Descriptors<Model>, { before, operation: { id } }: Step<Model>): string {
  if (typeof id !== 'string') return ''
  for (const { find } of descriptors) {
    const found = find(before, id)
    if (typeof found === 'object' && found !== null && 'name' in found) return String(found.name)
  }
  return ''
}
