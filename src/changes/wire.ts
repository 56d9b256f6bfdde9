import type { Operation, Sentence } from '#changes/operation.ts'

/** A change set as the history tells it. */
export type ChangeRecord = {
  readonly id: string
  readonly model_version: number
  readonly on: string
  readonly by_id: string
  /** The person's name; null once it is no longer known. */
  readonly by: string | null
  readonly cause: { readonly kind: string; readonly id: string }
  readonly note: string | null
  /** What was done, one sentence an operation: translated with their values. */
  readonly sentences: readonly Sentence[]
  /** The change that this one undoes. */
  readonly undoes_id: string | null
  /** The change that undid this one. */
  readonly undone_by_id: string | null
}

/** A page of the history; `next` asks for the one after it. */
export type ChangePage = {
  readonly value: readonly ChangeRecord[]
  readonly next: number | null
  /** Everybody who ever changed something, to choose from; with the first page. */
  readonly people?: readonly { readonly id: string; readonly name: string | null }[]
}

/** What applying or undoing a change set answers. */
export type AppliedRecord = {
  readonly id: string
  readonly model_version: number
  readonly sentences: readonly Sentence[]
}

/** What is answered instead when a job prepares the change beside running reads and writes. */
export type LaterRecord = { readonly job_id: string }

/** An impact with its number. */
export type CountedImpact = {
  readonly key: Sentence['key']
  readonly values: Readonly<Record<string, string>>
  readonly count: number
}

/** What a new type does to the values of an attribute. The numbers are those of the outcome, if nobody writes meanwhile. */
export type Conversion = {
  readonly attribute_id: string
  readonly name: string
  readonly entity: string
  /** Types by their names. */
  readonly from: string
  readonly to: string
  /** Records that have a value. */
  readonly values: number
  readonly kept: number
  readonly cleared: number
  readonly rounded: number
  readonly truncated: number
  /** Of an undo: records that were given another value since. */
  readonly since: number
  /** Records that would share a value that must be unique: then it is refused. */
  readonly repeated: number
  /** Whether it is done as a job, while reads and writes go on. */
  readonly online: boolean
  /** The first of the values that are not kept. */
  readonly examples: readonly {
    readonly id: string
    readonly name: string | null
    readonly old: string
    readonly new: string | null
    readonly loss: 'cleared' | 'rounded' | 'truncated'
  }[]
}

/** What stands in the way of a deletion, with the operation that takes it along. */
export type DependantRecord = {
  readonly id: string
  readonly kind: 'attribute' | 'relationship'
  readonly name: string
  /** The table it belongs to. */
  readonly entity: string | null
  readonly operation: Operation
}

/** One change with everything that is known of it. */
export type ChangeDetail = ChangeRecord & {
  readonly operations: readonly Operation[]
  readonly impact: readonly CountedImpact[]
  readonly conversions: readonly Conversion[]
}

/** What a preview answers. Texts of problems are in the asker's language. */
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
