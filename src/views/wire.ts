import type { WireValue } from '#attributes/type.ts'
import type { Model } from '#entities/model.ts'
import type { View } from '#views/view.ts'

/** What the asker's views need to know of the asker: dynamic values are worked out where they are read. */
export type ReaderRecord = {
  readonly id: string
  readonly unit_id: string | null
  readonly team_ids: readonly string[]
  /** Values of variables that filters may name. */
  readonly variables: Readonly<Record<string, WireValue>>
  /** The asker's own default views, by entity. */
  readonly defaults: Readonly<Record<string, string>>
}

/** What the definitions of an environment say beside its entities, as `GET /metadata/v1/{envid}` answers. */
export type ViewsPart = { readonly views: readonly View[]; readonly reader: ReaderRecord }

/** The reader that the definitions were told to; undefined where they were told to nobody. */
export function readerIn({ beside }: Model): ReaderRecord | undefined {
  return beside['reader'] as ReaderRecord | undefined
}

/** The view that opens when nobody chose one: the person's own default, else the entity's. */
export function openingView(
  views: readonly View[],
  entityId: string,
  reader: Pick<ReaderRecord, 'defaults'> | undefined,
): View | undefined {
  const own = reader?.defaults[entityId]
  return views.find(({ id }) => id === own) ?? views.find((view) => view.default) ?? views[0]
}
