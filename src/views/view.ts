import type { Operator } from '#attributes/type.ts'
import type { FilterValue } from '#views/dynamic.ts'
import type { PeriodUnit } from '#dates/periodUnit.ts'

/** Kinds of views. */
export const viewKinds = ['grid', 'board', 'calendar', 'gallery', 'pivot', 'list'] as const
export type ViewKind = (typeof viewKinds)[number]
export const rowHeights = ['compact', 'normal', 'roomy'] as const
export type RowHeight = (typeof rowHeights)[number]
/** Colours of rows, by the names of the design's tints. */
export const viewColours = ['green', 'amber', 'red', 'grey'] as const
export type ViewColour = (typeof viewColours)[number]
export const charts = ['none', 'bar', 'line', 'pie'] as const
export type Chart = (typeof charts)[number]
/** Functions of footers and pivots, over all records or over those with a value of the attribute. */
export const viewFunctions = ['count', 'filled', 'sum', 'min', 'max', 'average'] as const
export type ViewFunction = (typeof viewFunctions)[number]

/** Specification 5 and 9: a view shows at most 10 attributes and sorts by at most 3. */
export const mostColumns = 10
export const mostSorts = 3
export const mostColours = 10
export const mostCardFields = 6
export const mostLanes = 100
export const mostRoles = 100
/** Maximum number of shared views per entity, and of personal views per entity and person. */
export const mostViews = 500
export const mostOwnViews = 100
/** Deepest nesting of a filter's groups, and conditions in all. */
export const deepestFilter = 5
export const mostConditions = 100

/** Attribute ids, or uris of common record fields (`created_on`), so that renamed attributes stay in views. */
export type FieldId = string

export type ViewCondition = {
  readonly kind: 'condition'
  readonly attribute: FieldId
  readonly operator: Operator
  readonly values: readonly FilterValue[]
}
export type ViewFilter = { readonly kind: 'and' | 'or'; readonly of: readonly ViewNode[] }
export type ViewNode = ViewCondition | ViewFilter

/** The content of a view: everything that its editor changes. */
export type ViewContent = {
  readonly kind: ViewKind
  /** Empty: the entity's default columns, which follow its attributes. */
  readonly columns: readonly { readonly attribute: FieldId; readonly width: number | null }[]
  readonly sort: readonly { readonly attribute: FieldId; readonly descending: boolean }[]
  readonly filter: ViewFilter
  /** Rows with the same value form a group. */
  readonly group: { readonly attribute: FieldId; readonly descending: boolean } | null
  /** The first rule whose filter matches a record decides its colour. */
  readonly colours: readonly { readonly filter: ViewFilter; readonly colour: ViewColour }[]
  readonly rowheight: RowHeight
  readonly pagesize: number
  /**
   * Cards of boards, galleries and phones. Defaults: the record's name as the title, the view's columns as the fields.
   */
  readonly card: {
    readonly title: FieldId | null
    readonly image: FieldId | null
    readonly fields: readonly FieldId[]
  }
  /** Lanes are values of the attribute, in order; empty means all values. */
  readonly board: { readonly attribute: FieldId; readonly lanes: readonly string[] } | null
  readonly calendar: { readonly start: FieldId; readonly end: FieldId | null } | null
  readonly pivot: {
    readonly rows: FieldId
    /** Calendar period for grouping dates and moments; null for other values. */
    readonly rowsby: PeriodUnit | null
    readonly columns: FieldId | null
    readonly columnsby: PeriodUnit | null
    readonly measure: { readonly function: ViewFunction; readonly attribute: FieldId | null }
    readonly chart: Chart
  } | null
  readonly footer: readonly { readonly attribute: FieldId; readonly function: ViewFunction }[]
}

/** A saved selection of an entity's records (specification 3). */
export type View = ViewContent & {
  readonly id: string
  readonly entity_id: string
  readonly name: string
  readonly description: string | null
  /** The entity's default view; exactly one per entity. */
  readonly default: boolean
  /** Visible to and changeable by its owner only. */
  readonly personal: boolean
  /** Owner of a personal view; null for a shared view created with its entity. */
  readonly owner_id: string | null
  /** Roles whose members see the view; empty means everybody. */
  readonly visible_to: readonly string[]
  readonly managed: boolean
  readonly version: number
  /** The last change of the view. */
  readonly change_id: string
}

export const everyRecord: ViewFilter = { kind: 'and', of: [] }

/** The content of a view without settings. */
export const neutralContent: ViewContent = {
  kind: 'grid',
  columns: [],
  sort: [],
  filter: everyRecord,
  group: null,
  colours: [],
  rowheight: 'normal',
  pagesize: 100,
  card: { title: null, image: null, fields: [] },
  board: null,
  calendar: null,
  pivot: null,
  footer: [],
}
export const contentNames = Object.keys(neutralContent) as (keyof ViewContent)[]

/** The content of a view alone. */
export function contentOf(view: ViewContent): ViewContent {
  return Object.fromEntries(contentNames.map((name) => [name, view[name]])) as ViewContent
}

/** The member for whom views are loaded: personal views belong to their owner, shared views may be limited to roles. */
export type ViewAsker = {
  readonly id: string
  readonly roles: readonly string[]
  readonly administrator: boolean
}

/** Whether a member sees a view. Administrators see every shared view. */
export function isVisible(
  { personal, owner_id, visible_to }: Pick<View, 'personal' | 'owner_id' | 'visible_to'>,
  asker: ViewAsker,
): boolean {
  if (personal) return owner_id === asker.id
  return visible_to.length === 0 || asker.administrator || visible_to.some((role) => asker.roles.includes(role))
}

/** A filter with additional conditions. */
export function narrowed(filter: ViewFilter, conditions: readonly ViewCondition[]): ViewFilter {
  const before = filter.kind === 'and' || filter.of.length === 0 ? filter.of : [filter]
  return { kind: 'and', of: [...before, ...conditions] }
}

/** The fields that decide row colours: records include them even where no column shows them. */
export function colouringFields({ colours }: Pick<ViewContent, 'colours'>): ReadonlySet<FieldId> {
  return new Set(colours.flatMap(({ filter }) => conditionsIn(filter).map(({ attribute }) => attribute)))
}

/** The conditions of a filter, in their order. */
export function conditionsIn(node: ViewNode): readonly ViewCondition[] {
  return node.kind === 'condition' ? [node] : node.of.flatMap(conditionsIn)
}
