import type { Change, LinkedNames } from '#records/web/recordChanges.client.ts'

/** What was typed into a form and not saved yet, with the version it was typed over. */
export type Draft = { readonly values: Change; readonly linked: LinkedNames; readonly etag: string }

const nameOf = (entityId: string, recordId: string | undefined) => `draft.${entityId}.${recordId ?? 'new'}`

/** The draft of a record's form, or of a new record's, in this tab. */
export function keptDraft(entityId: string, recordId: string | undefined): Draft | undefined {
  try {
    const text = window.sessionStorage.getItem(nameOf(entityId, recordId))
    return text === null ? undefined : (JSON.parse(text) as Draft)
  } catch {
    return undefined
  }
}

export function keepDraft(entityId: string, recordId: string | undefined, draft: Draft | undefined): void {
  try {
    if (draft) window.sessionStorage.setItem(nameOf(entityId, recordId), JSON.stringify(draft))
    else window.sessionStorage.removeItem(nameOf(entityId, recordId))
  } catch {
    // Without storage a draft lasts as long as its form.
  }
}
