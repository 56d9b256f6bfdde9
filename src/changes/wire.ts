import type { Sentence } from '#changes/operation.ts'

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
export type ChangePage = { readonly value: readonly ChangeRecord[]; readonly next: number | null }

/** What applying or undoing a change set answers. */
export type AppliedRecord = {
  readonly id: string
  readonly model_version: number
  readonly sentences: readonly Sentence[]
}

/** What a preview answers. Texts of problems are in the asker's language. */
export type PreviewRecord = {
  readonly problems: readonly {
    readonly code: string
    readonly message: string
    readonly target?: string | undefined
  }[]
  readonly impact: readonly {
    readonly key: Sentence['key']
    readonly values: Readonly<Record<string, string>>
    readonly count: number
  }[]
  readonly sentences: readonly Sentence[]
}
