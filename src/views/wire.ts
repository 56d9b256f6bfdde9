import type { WireValue } from '#attributes/type.ts'
import type { Model } from '#entities/model.ts'
import type { View } from '#views/view.ts'

/** Data about the member that views need: dynamic values are resolved by the client. */
export type ReaderRecord = {
  readonly id: string
  readonly unit_id: string | null
  readonly team_ids: readonly string[]
  /** Values of variables that filters may name. */
  readonly variables: Readonly<Record<string, WireValue>>
  /** The member's own default views, by entity. */
  readonly defaults: Readonly<Record<string, string>>
}

/** What the definitions of an environment say beside its entities, as `GET /metadata/v1/{envid}` answers. */
export type ViewsPart = { readonly views: readonly View[]; readonly reader: ReaderRecord }

/** The reader of the definitions; undefined where they were loaded without a reader. */
export function readerIn({ beside }: Model): ReaderRecord | undefined {
  return beside['reader'] as ReaderRecord | undefined
}

/** The view to open by default: the member's own default, otherwise the entity's. */
export function openingView(
  views: readonly View[],
  entityId: string,
  reader: Pick<ReaderRecord, 'defaults'> | undefined,
): View | undefined {
  const own = reader?.defaults[entityId]
  return views.find(({ id }) => id === own) ?? views.find((view) => view.default) ?? views[0]
}
