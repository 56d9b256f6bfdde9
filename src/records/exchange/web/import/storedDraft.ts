import { storePersonal, readPersonal } from '#platform/web/personalStore.ts'
import type { Import } from '#records/exchange/import/settings.ts'
import type { DraftState } from '#records/exchange/web/import/useImportDraft.ts'

const keyOf = (id: string) => `import.draft.${id}`

/** What was decided about a file before the page was left; a draft of another reading of the file does not count. */
export function storedImportDraft({ id, guess, sheet }: Import, timeZone: string): DraftState | undefined {
  const kept = readPersonal<Kept>(keyOf(id))
  if (kept?.reading !== readingOf(guess, sheet)) return undefined
  // One that an older version of this page kept says less.
  return { ...kept.state, keys: kept.state.keys ?? [], timezone: kept.state.timezone ?? timeZone }
}

export function storeImportDraft({ id, guess, sheet }: Import, state: DraftState): void {
  storePersonal(keyOf(id), { reading: readingOf(guess, sheet), state } satisfies Kept)
}

type Kept = { readonly reading: string; readonly state: DraftState }

function readingOf({ encoding, delimiter, header, columns }: Import['guess'], sheet: number): string {
  return JSON.stringify([encoding.value, delimiter.value, header.value, columns.length, sheet])
}
