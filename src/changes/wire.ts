import type { Operation, Sentence } from '#changes/operation.ts'

/** A change set in the history's answer. */
export type ChangeRecord = {
  readonly id: string
  readonly model_version: number
  readonly on: string
  readonly by_id: string
  /** The author's name; null where no longer known. */
  readonly by: string | null
  readonly cause: { readonly kind: string; readonly id: string }
  readonly note: string | null
  /** One translatable sentence per operation. */
  readonly sentences: readonly Sentence[]
  /** The change that this change undoes. */
  readonly undoes_id: string | null
  /** The change that has undone this change. */
  readonly undone_by_id: string | null
}

/** A page of the history; `next` is the parameter for the following page. */
export type ChangePage = {
  readonly value: readonly ChangeRecord[]
  readonly next: number | null
  /** All authors, for the filter; only on the first page. */
  readonly people?: readonly { readonly id: string; readonly name: string | null }[]
}

/** Answer of applying or undoing a change set. */
export type AppliedRecord = {
  readonly id: string
  readonly model_version: number
  readonly sentences: readonly Sentence[]
}

/** Answer where a job prepares the change concurrently with reads and writes. */
export type LaterRecord = { readonly job_id: string }

/** An effect with its count. */
export type CountedImpact = {
  readonly key: Sentence['key']
  readonly values: Readonly<Record<string, string>>
  readonly count: number
}

/**
 * Effect of a type change on the values of an attribute. Counts are those of the result, unless values change
 * meanwhile.
 */
export type Conversion = {
  readonly attribute_id: string
  readonly name: string
  readonly entity: string
  /** Names of the types. */
  readonly from: string
  readonly to: string
  /** Number of records with a value. */
  readonly values: number
  readonly kept: number
  readonly cleared: number
  readonly rounded: number
  readonly truncated: number
  /** For an undo: number of records with a newer value. */
  readonly since: number
  /** Number of records that would share a unique value; any such record refuses the change. */
  readonly repeated: number
  /** Whether the change runs as a job, concurrently with reads and writes. */
  readonly online: boolean
  /** Examples of values that are not preserved. */
  readonly examples: readonly {
    readonly id: string
    readonly name: string | null
    readonly old: string
    readonly new: string | null
    readonly loss: 'cleared' | 'rounded' | 'truncated'
  }[]
}

/** A definition that prevents a deletion, with the operation that deletes the definition as well. */
export type DependantRecord = {
  readonly id: string
  readonly kind: 'attribute' | 'relationship'
  readonly name: string
  /** The entity of the definition. */
  readonly entity: string | null
  readonly operation: Operation
}

/** One change with all details. */
export type ChangeDetail = ChangeRecord & {
  readonly operations: readonly Operation[]
  readonly impact: readonly CountedImpact[]
  readonly conversions: readonly Conversion[]
}

/** Answer of a preview. Messages of problems are in the member's language. */
export type PreviewRecord = {
  readonly problems: readonly {
    readonly code: string
    readonly message: string
    readonly target?: string | undefined
  }[]
  readonly impact: readonly CountedImpact[]
  readonly conversions: readonly Conversion[]
  readonly dependants: readonly DependantRecord[]
  readonly sentences: readonly Sentence[]
}
