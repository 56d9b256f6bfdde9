import type { Operation } from '#changes/operation.ts'
import type { DependantRecord } from '#changes/wire.ts'
import type { Problem } from '#faults/fault.ts'
import type { TextKey } from '#language/translate.ts'

/** What makers define. Each kind has one descriptor; the compiler asks for it where the registry of them stands. */
export type DefinitionKind =
  | 'entity'
  | 'attribute'
  | 'expression'
  | 'relationship'
  | 'variable'
  | 'feature'
  | 'view'
  | 'defaultView'
  | 'label'
  | 'role'
  | 'permissionTest'

/** In which part of a definition a reference stands. */
export type ReferenceUse =
  | 'expression'
  | 'check'
  | 'choice'
  | 'query'
  | 'naming'
  | 'relationship'
  | 'view'
  | 'role'
  | 'test'
  | 'table'
  | 'target'
  | 'candidates'
  | 'text'
  | 'audience'

/**
 * What becomes of a definition when what it names is deleted.
 * - `part`: it belongs to it and goes with it.
 * - `restrict`: it holds the deletion up.
 * - `dependent`: it holds the deletion up, and the preview offers to delete it along.
 * - `release`: it stays and does without what it named.
 * - `implied`: another reference of the same definitions decides; nothing may be left behind either.
 * - `weak`: it stays as it is and means nothing until what it names comes back.
 */
export type ReferenceBond = 'part' | 'restrict' | 'dependent' | 'release' | 'implied' | 'weak'

/** That one definition names another. */
export type Reference = {
  readonly kind: DefinitionKind
  readonly id: string
  readonly use: ReferenceUse
  readonly bond: ReferenceBond
  /** The property that holds it, where a form can show a problem at it. */
  readonly property?: string
  /** The entity whose definition must be named: then the kind that is named says whether it may be. */
  readonly within?: string | null
}

/** An operation between two models: the one before it, and the one after it and after what followed it so far. */
export type Step<Model> = {
  readonly before: Model
  readonly after: Model
  readonly operation: Operation
  readonly changeId: string
}

/** How the definitions of one kind differ between two models. */
export type Difference<Definition> = {
  readonly made: readonly Definition[]
  readonly gone: readonly Definition[]
  readonly changed: readonly { readonly before: Definition; readonly after: Definition }[]
}

/** The ids of definitions that are gone, and of those that are others than before. */
export type LostReferences = { readonly gone: ReadonlySet<string>; readonly changed: ReadonlySet<string> }

/** Where people find a definition: its screen below that of the environment, and the entity that it belongs to. */
export type DefinitionPlace = { readonly name: string; readonly entityId: string | null; readonly path: string }

/** How the definitions of a kind follow changes of those below them. */
export type Following<Model, Definition> = {
  /** The definition without what it lost; itself where it lost nothing, null where it goes along. */
  without(step: Step<Model>, definition: Definition, lost: LostReferences): Definition | null
  /** The definitions that new ones below bring along. */
  accompany?(step: Step<Model>): readonly Definition[]
  /** The model with exactly these definitions of the kind. */
  write(model: Model, definitions: readonly Definition[]): Model
  /** The operations that bring back what followed; `subject` is the name of what the operation is about. */
  restore(step: Step<Model>, followed: Followed<Definition>, subject: string): Operation[]
  /** What of a definition that went along stands in the footprint. */
  writes(definition: Definition): readonly string[]
  readonly impact: ImpactWords<Model, Definition>
}

/** Definitions that went along with an operation, and those that lost something by it. */
export type Followed<Definition> = Pick<Difference<Definition>, 'gone' | 'changed'>

/** How a preview tells what follows. */
export type ImpactWords<Model, Definition> = {
  readonly changed?: TextKey
  readonly gone: TextKey
  /** Those that everybody may know of. */
  visible(definitions: readonly Definition[]): readonly Definition[]
  values(before: Model, definitions: readonly Definition[], subject: string): Readonly<Record<string, string>>
}

/** How the definitions of a kind are validated when they change, and again when what they name does. */
export type Validation<Model, Definition> = {
  /** What stands against the definition as part of a model; targets are its properties. */
  problems(model: Model, definition: Definition): Problem[]
  /** Whether a changed definition itself says something else that is validated; without it, always. */
  isRevised?(before: Definition, after: Definition): boolean
  /** The definitions of the later model that the change below may concern; may name too many, never too few. */
  affected(before: Model, after: Model): readonly Definition[]
  /** How the refusal names definitions that held before and would no longer. */
  inUse(before: Model, after: Model, broken: readonly Definition[]): Problem[]
}

/** A kind of definition: which there are, and what each of them names. `Source` is what holds the definitions. */
export type DefinitionDescriptor<Source, Definition = unknown> = {
  readonly kind: DefinitionKind
  of(source: Source): Iterable<Definition>
  find(source: Source, id: string): Definition | undefined
  idOf(definition: Definition): string
  /** How a refusal names it: `Order.Total`. */
  nameOf(source: Source, definition: Definition): string
  references(source: Source, definition: Definition): readonly Reference[]
  /** Where people find it, told from the entity of what it names. */
  place?(source: Source, definition: Definition, fromEntityId: string): DefinitionPlace
}

/** A kind of definition that change sets change, with how it follows changes of others. */
export type CascadeDescriptor<Model, Definition = unknown> = DefinitionDescriptor<Model, Definition> & {
  difference(before: Model, after: Model): Difference<Definition>
  /** The definitions that name one of these ids; without it each definition is looked at. */
  referring?(model: Model, ids: ReadonlySet<string>): readonly Definition[]
  /** Whether a reference `within` an entity that is said anew names something that it may. */
  accepts?(model: Model, reference: Reference): boolean
  readonly following?: Following<Model, Definition>
  readonly validation?: Validation<Model, Definition>
  /** The model after an operation with what its definitions work out for themselves. */
  settle?(step: Step<Model>): Model
  /** An operation of the way back, with what `settle` worked out before. */
  invert?(before: Model, operation: Operation): Operation
  /** The operation that deletes the definition, and what that one is about. */
  removal?(model: Model, definition: Definition): DependantRecord | undefined
}

/** That nothing differs. */
export const noDifference: Difference<never> = { made: [], gone: [], changed: [] }

/** How two collections of definitions differ, by their ids and by identity. */
export function compareById<Definition>(
  before: ReadonlyMap<string, Definition>,
  after: ReadonlyMap<string, Definition>,
): Difference<Definition> {
  if (before === after) return noDifference
  const made: Definition[] = []
  const changed: { before: Definition; after: Definition }[] = []
  for (const [id, is] of after) {
    const was = before.get(id)
    if (was === undefined) made.push(is)
    else if (was !== is) changed.push({ before: was, after: is })
  }
  const gone = [...before].flatMap(([id, was]) => (after.has(id) ? [] : [was]))
  return { made, gone, changed }
}
