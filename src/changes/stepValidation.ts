import type { CascadeDescriptor, Reference, Step } from '#changes/definition.ts'
import type { Operation } from '#changes/operation.ts'
import type { Problem } from '#faults/fault.ts'

type Descriptors<Model> = readonly CascadeDescriptor<Model>[]

/**
 * Problems of an operation with other definitions: restricted references to deleted definitions, definitions that would
 * become invalid, and new references to missing or unsuitable definitions. Only the first group with problems is
 * reported.
 */
export function validateStep<Model>(descriptors: Descriptors<Model>, step: Step<Model>): Problem[] {
  const held = heldProblems(descriptors, step)
  if (held.length > 0) return held
  for (const descriptor of descriptors) {
    const problems = validationProblems(descriptor, step)
    if (problems.length > 0) return problems
  }
  return newReferences(descriptors, step).flatMap(({ accepts, reference, prefix }): Problem[] =>
    isRestoring(step.operation) || accepts(step.after, reference)
      ? []
      : [
          {
            code: 'validation.unknown',
            target: `${prefix}${reference.property ?? ''}`,
            parameters: { name: reference.id },
          },
        ],
  )
}

/** Ids in new references that only the referenced kind can check: an undo needs these definitions. */
export function newReferenceIds<Model>(descriptors: Descriptors<Model>, step: Step<Model>): readonly string[] {
  return [...new Set(newReferences(descriptors, step).map(({ reference }) => reference.id))]
}

/** Whether the operation restores a deleted definition unchanged. */
export function isRestoring({ kind }: Operation): boolean {
  return kind.endsWith('.restore')
}

/** Kinds with their own validation are skipped here: the validation reports their definitions. */
function heldProblems<Model>(descriptors: Descriptors<Model>, { before, after }: Step<Model>): Problem[] {
  const gone = new Set(
    descriptors.flatMap((each) => each.difference(before, after).gone.map((definition) => each.idOf(definition))),
  )
  if (gone.size === 0) return []
  const names = descriptors.flatMap((descriptor) => {
    if (descriptor.validation || descriptor.following) return []
    const holds = ({ id, bond }: Reference) => gone.has(id) && (bond === 'restrict' || bond === 'dependent')
    const among = descriptor.referring?.(before, gone) ?? [...descriptor.of(before)]
    return among.flatMap((former) => {
      const definition = descriptor.find(after, descriptor.idOf(former))
      if (definition === undefined) return []
      // A reference by column name resolves only while its target exists.
      const isSame = definition === former
      const references = isSame ? descriptor.references(before, former) : descriptor.references(after, definition)
      return references.some(holds) ? [descriptor.nameOf(before, former)] : []
    })
  })
  if (names.length === 0) return []
  return [{ code: 'definition.inUse', parameters: { users: [...new Set(names)].join(', ') } }]
}

function validationProblems<Model>(
  { validation, difference, idOf, find }: CascadeDescriptor<Model>,
  { before, after, operation }: Step<Model>,
): Problem[] {
  if (!validation) return []
  const { made, changed } = difference(before, after)
  const saidAnew = changed.filter((each) => validation.isRevised?.(each.before, each.after) ?? true)
  const own = [...made, ...saidAnew.map((each) => each.after)]
  const problems = own.flatMap((definition) =>
    validation.problems(after, definition).map((problem) => ({
      ...problem,
      target: `${prefixOf(operation, definition)}${problem.target ?? ''}`,
    })),
  )
  if (problems.length > 0) return problems
  const mine = new Set(own.map(idOf))
  const broken = validation.affected(before, after).filter((definition) => {
    const former = mine.has(idOf(definition)) ? undefined : find(before, idOf(definition))
    return (
      former !== undefined &&
      validation.problems(after, definition).length > 0 &&
      validation.problems(before, former).length === 0
    )
  })
  return broken.length === 0 ? [] : validation.inUse(before, after, broken)
}

type NewReference<Model> = {
  readonly reference: Reference
  readonly accepts: (model: Model, reference: Reference) => boolean
  /** Path of the referring definition inside the operation. */
  readonly prefix: string
}

function newReferences<Model>(
  descriptors: Descriptors<Model>,
  { before, after, operation }: Step<Model>,
): NewReference<Model>[] {
  const checks = new Map(descriptors.flatMap(({ kind, accepts }) => (accepts ? [[kind, accepts] as const] : [])))
  return descriptors.flatMap((descriptor) => {
    const { made, changed } = descriptor.difference(before, after)
    const said = [
      ...made.map((definition) => ({ definition, known: [] as readonly Reference[] })),
      ...changed.map((each) => ({ definition: each.after, known: descriptor.references(before, each.before) })),
    ]
    return said.flatMap(({ definition, known }) =>
      descriptor.references(after, definition).flatMap((reference) => {
        const accepts = checks.get(reference.kind)
        const isKnown = known.some(({ id, use, within }) => {
          return id === reference.id && use === reference.use && within === reference.within
        })
        return accepts && reference.within !== undefined && !isKnown
          ? [{ reference, accepts, prefix: prefixOf(operation, definition) }]
          : []
      }),
    )
  })
}

/** An operation may hold several attributes in a list; definitions of other kinds have no path of their own. */
function prefixOf(operation: Operation, definition: unknown): string {
  const drafts = operation['attributes']
  const uri = typeof definition === 'object' && definition !== null && 'uri' in definition ? definition.uri : undefined
  if (!Array.isArray(drafts) || uri === undefined) return ''
  const index = drafts.findIndex((draft: { readonly uri?: unknown }) => draft.uri === uri)
  return index < 0 ? '' : `attributes.${index}.`
}
