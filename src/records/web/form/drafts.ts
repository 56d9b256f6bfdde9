import { storePersonal, readPersonal } from '#platform/web/personalStore.ts'
import type { Change, LinkedNames } from '#records/web/recordChanges.client.ts'

/** What was typed into a form and not saved yet, with the version it was typed over. */
export type Draft = { readonly values: Change; readonly linked: LinkedNames; readonly etag: string }

const nameOf = (entityId: string, recordId: string | undefined) => `draft.${entityId}.${recordId ?? 'new'}`

/** The draft of a record's form, or of a new record's, in this tab. */
export function keptDraft(entityId: string, recordId: string | undefined): Draft | undefined {
  return readPersonal<Draft>(nameOf(entityId, recordId))
}

export function keepDraft(entityId: string, recordId: string | undefined, draft: Draft | undefined): void {
  storePersonal(nameOf(entityId, recordId), draft)
}
