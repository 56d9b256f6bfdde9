import type { Entity } from '#entities/entity.ts'
import { nameLength } from '#text/name.ts'
import { neutralContent, type View, type ViewContent } from '#views/view.ts'

/** The first view of every entity: all records, with the entity's default columns. */
export function defaultViewOf(entity: Pick<Entity, 'id' | 'collectionname'>, changeId: string): View {
  return viewOf(
    { name: firstName(entity.collectionname), default: true },
    { id: defaultViewId(entity.id), entity_id: entity.id, change_id: changeId, owner_id: null, personal: false },
  )
}

/**
 * The id of an entity's first view, derived from the entity's id by complementing its last twelve digits, so that
 * planning the creation of an entity repeatedly yields the same id.
 */
export function defaultViewId(entityId: string): string {
  const digits = Array.from(entityId.slice(-12), (digit) => (15 - Number.parseInt(digit, 16)).toString(16))
  return entityId.slice(0, -12) + digits.join('')
}

type Draft = Partial<ViewContent> & {
  readonly name: string
  readonly description?: string | null | undefined
  readonly default?: boolean | undefined
  readonly visible_to?: readonly string[] | undefined
  readonly managed?: boolean | undefined
}
type Place = Pick<View, 'id' | 'entity_id' | 'change_id' | 'owner_id' | 'personal'>

/** The complete view of a draft. */
export function viewOf(draft: { readonly [Key in keyof Draft]: Draft[Key] | undefined }, place: Place): View {
  const said = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)) as Draft
  return {
    ...neutralContent,
    ...said,
    description: said.description ?? null,
    default: said.default ?? false,
    visible_to: said.visible_to ?? [],
    managed: said.managed ?? false,
    version: 1,
    ...place,
  }
}

/** A unique name within the maximum length: `Orders 2` beside `Orders`. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const name = firstName(wanted)
  for (let number = 2; ; number += 1) {
    const end = ` ${number}`
    const candidate = number === 2 && !taken.includes(name) ? name : name.slice(0, nameLength.max - end.length) + end
    if (!taken.includes(candidate)) return candidate
  }
}

function firstName(name: string): string {
  return name.slice(0, nameLength.max).trimEnd().padEnd(nameLength.min, '.')
}
