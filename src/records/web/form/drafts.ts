import { storePersonal, readPersonal } from '#platform/web/personalStore.ts'
import type { RecordPatch, LinkedNames } from '#records/web/recordChanges.client.ts'

/** What was typed into a form and not saved yet, with the version it was typed over. */
export type RecordDraft = { readonly values: RecordPatch; readonly linked: LinkedNames; readonly etag: string }

const nameOf = (entityId: string, recordId: string | undefined) => `draft.${entityId}.${recordId ?? 'new'}`

/** The draft of a record's form, or of a new record's, in this tab. */
export function storedRecordDraft(entityId: string, recordId: string | undefined): RecordDraft | undefined {
  return readPersonal<RecordDraft>(nameOf(entityId, recordId))
}

export function storeRecordDraft(entityId: string, recordId: string | undefined, draft: RecordDraft | undefined): void {
  storePersonal(nameOf(entityId, recordId), draft)
}
