import type { Operation } from '#changes/operation.ts'
import type { DependantRecord } from '#changes/wire.ts'
import type { Problem } from '#faults/fault.ts'
import type { TextKey } from '#language/translate.ts'

/** Kinds of definitions. Each kind has one descriptor; the compiler requires an entry in the registry. */
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

/** The role of a reference inside its definition. */
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
 * Effect on a definition when its reference's target is deleted. - `part`: deleted as well, because it belongs to the
 * target. - `restrict`: prevents the deletion. - `dependent`: prevents the deletion, and the preview offers to delete
 * it as well. - `release`: stays without the reference. - `implied`: another reference of the same definition decides;
 * no reference may be left dangling. - `weak`: stays unchanged, and is without effect until the target is restored.
 */
export type ReferenceBond = 'part' | 'restrict' | 'dependent' | 'release' | 'implied' | 'weak'

/** A reference from one definition to another. */
export type Reference = {
  readonly kind: DefinitionKind
  readonly id: string
  readonly use: ReferenceUse
  readonly bond: ReferenceBond
  /** The property with the reference, where a form can show a problem there. */
  readonly property?: string
  /** The entity that the target must belong to; the target's kind then decides whether the reference is valid. */
  readonly within?: string | null
}

/** An operation between two models: the model before, and the model after the operation and the followers so far. */
export type Step<Model> = {
  readonly before: Model
  readonly after: Model
  readonly operation: Operation
  readonly changeId: string
}

/** Differences of one kind's definitions between two models. */
export type Difference<Definition> = {
  readonly made: readonly Definition[]
  readonly gone: readonly Definition[]
  readonly changed: readonly { readonly before: Definition; readonly after: Definition }[]
}

/** Ids of deleted definitions, and of changed definitions. */
export type LostReferences = { readonly gone: ReadonlySet<string>; readonly changed: ReadonlySet<string> }

/** Screen of a definition: its path within the environment, and the owning entity. */
export type DefinitionPlace = { readonly name: string; readonly entityId: string | null; readonly path: string }

/** How the definitions of a kind follow changes of lower kinds. */
export type Following<Model, Definition> = {
  /**
   * The definition without lost references; the same object where nothing was lost, null where the definition is
   * deleted as well.
   */
  without(step: Step<Model>, definition: Definition, lost: LostReferences): Definition | null
  /** Definitions that accompany new lower definitions. */
  accompany?(step: Step<Model>): readonly Definition[]
  /** The model with exactly these definitions of the kind. */
  write(model: Model, definitions: readonly Definition[]): Model
  /** Operations that restore the followers; `subject` is the display name of the operation's subject. */
  restore(step: Step<Model>, followed: Followed<Definition>, subject: string): Operation[]
  /** Footprint keys of a definition that was deleted as well. */
  writes(definition: Definition): readonly string[]
  readonly impact: ImpactWords<Model, Definition>
}

/** Definitions that an operation deleted as well or changed. */
export type Followed<Definition> = Pick<Difference<Definition>, 'gone' | 'changed'>

/** Texts for the followers in a preview. */
export type ImpactWords<Model, Definition> = {
  readonly changed?: TextKey
  readonly gone: TextKey
  /** The definitions that everybody may know. */
  visible(definitions: readonly Definition[]): readonly Definition[]
  values(before: Model, definitions: readonly Definition[], subject: string): Readonly<Record<string, string>>
}

/** Validation of a kind's definitions, after their own changes and after changes of their targets. */
export type Validation<Model, Definition> = {
  /** Problems of the definition as part of a model; targets are its properties. */
  problems(model: Model, definition: Definition): Problem[]
  /** Whether a changed definition needs validation of its own change; by default always. */
  isRevised?(before: Definition, after: Definition): boolean
  /** Definitions of the later model that lower changes may affect; may over-approximate, but must not omit any. */
  affected(before: Model, after: Model): readonly Definition[]
  /** The problem that names definitions which were valid before and would become invalid. */
  inUse(before: Model, after: Model, broken: readonly Definition[]): Problem[]
}

/** A kind of definition: its instances and their references. `Source` holds the definitions. */
export type DefinitionDescriptor<Source, Definition = unknown> = {
  readonly kind: DefinitionKind
  of(source: Source): Iterable<Definition>
  find(source: Source, id: string): Definition | undefined
  idOf(definition: Definition): string
  /** Display name in refusals: `Order.Total`. */
  nameOf(source: Source, definition: Definition): string
  references(source: Source, definition: Definition): readonly Reference[]
  /** The screen of the definition, as seen from the entity of its target. */
  place?(source: Source, definition: Definition, fromEntityId: string): DefinitionPlace
}

/** A kind of definition under change sets, with its cascade rules. */
export type CascadeDescriptor<Model, Definition = unknown> = DefinitionDescriptor<Model, Definition> & {
  difference(before: Model, after: Model): Difference<Definition>
  /** The definitions that refer to any of the ids; by default every definition is scanned. */
  referring?(model: Model, ids: ReadonlySet<string>): readonly Definition[]
  /** Whether the target of a new reference `within` an entity is allowed. */
  accepts?(model: Model, reference: Reference): boolean
  readonly following?: Following<Model, Definition>
  readonly validation?: Validation<Model, Definition>
  /** The model after an operation, with derived properties of this kind recomputed. */
  settle?(step: Step<Model>): Model
  /** An inverse operation, with the former derived properties of `settle`. */
  invert?(before: Model, operation: Operation): Operation
  /** The operation that deletes the definition, with its display data. */
  removal?(model: Model, definition: Definition): DependantRecord | undefined
}

/** No differences. */
export const noDifference: Difference<never> = { made: [], gone: [], changed: [] }

/** Differences of two collections of definitions, by id and object identity. */
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
