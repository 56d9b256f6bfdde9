import * as z from 'zod/mini'
import type { Operator } from '#attributes/type.ts'
import { descriptionSchema, nameSchema } from '#text/name.ts'
import { furthestPeriod, personValues } from '#views/dynamic.ts'
import { periodUnits } from '#dates/periodUnit.ts'
import {
  charts,
  deepestFilter,
  mostCardFields,
  mostColours,
  mostColumns,
  mostConditions,
  mostLanes,
  mostRoles,
  mostSorts,
  rowHeights,
  viewColours,
  viewFunctions,
  viewKinds,
  type ViewContent,
  type ViewFilter,
  type ViewNode,
} from '#views/view.ts'

const fieldId = z.string().check(z.minLength(1, 'validation.required'), z.maxLength(64, 'validation.tooLong'))
const text = z.string().check(z.maxLength(4000, 'validation.tooLong'))

const dynamicValue = z.union([
  z.strictObject({ dynamic: z.enum(personValues) }),
  z.strictObject({
    dynamic: z.literal('period'),
    unit: z.enum(periodUnits),
    shift: z.int().check(z.gte(-furthestPeriod), z.lte(furthestPeriod)),
  }),
  z.strictObject({ dynamic: z.literal('variable'), key: text.check(z.minLength(1, 'validation.required')) }),
])
const filterValue = z.union([text, z.boolean(), z.null(), dynamicValue])

const operators = [
  ...(['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const),
  ...(['contains', 'startswith', 'in', 'isnull', 'notnull'] as const),
] as const satisfies readonly Operator[]

const condition = z.strictObject({
  kind: z.literal('condition'),
  attribute: fieldId,
  operator: z.enum(operators),
  values: z.array(filterValue).check(z.maxLength(1000)),
})
const group: z.ZodMiniType<ViewFilter> = z.strictObject({
  kind: z.enum(['and', 'or']),
  of: z.lazy((): z.ZodMiniType<readonly ViewNode[]> => z.array(z.union([condition, group]))),
})

/** A filter tree. The depth is checked before parsing, so that deep nesting cannot exhaust the parser. */
const filter = z.pipe(
  z.unknown().check(
    z.refine((given) => isShallow(given, deepestFilter), {
      message: 'view.filterDepth',
      params: { max: deepestFilter },
    }),
    z.refine((given) => countIn(given) <= mostConditions, {
      message: 'view.conditionLimit',
      params: { max: mostConditions },
    }),
  ),
  group,
)

const column = z.strictObject({
  attribute: fieldId,
  width: z.prefault(z.nullable(z.int().check(z.gte(40), z.lte(2000))), null),
})
const sorting = z.strictObject({ attribute: fieldId, descending: z.prefault(z.boolean(), false) })

const contentShape = {
  kind: z.enum(viewKinds),
  // Specification 5 and 9: up to 10 attributes in a view selection, up to 3 sort options.
  columns: limited(column, mostColumns, 'view.columnLimit'),
  sort: limited(sorting, mostSorts, 'view.sortLimit'),
  filter,
  group: z.nullable(sorting),
  colours: limited(z.strictObject({ filter, colour: z.enum(viewColours) }), mostColours, 'view.colourLimit'),
  rowheight: z.enum(rowHeights),
  pagesize: z.int().check(z.gte(10), z.lte(500)),
  card: z.strictObject({
    title: z.prefault(z.nullable(fieldId), null),
    image: z.prefault(z.nullable(fieldId), null),
    fields: z.prefault(limited(fieldId, mostCardFields, 'view.cardLimit'), []),
  }),
  board: z.nullable(
    z.strictObject({
      attribute: fieldId,
      lanes: z.prefault(z.array(text).check(z.maxLength(mostLanes)), []),
    }),
  ),
  calendar: z.nullable(z.strictObject({ start: fieldId, end: z.prefault(z.nullable(fieldId), null) })),
  pivot: z.nullable(
    z.strictObject({
      rows: fieldId,
      rowsby: z.prefault(z.nullable(z.enum(periodUnits)), null),
      columns: z.prefault(z.nullable(fieldId), null),
      columnsby: z.prefault(z.nullable(z.enum(periodUnits)), null),
      measure: z.strictObject({
        function: z.enum(viewFunctions),
        attribute: z.prefault(z.nullable(fieldId), null),
      }),
      chart: z.prefault(z.enum(charts), 'none'),
    }),
  ),
  footer: limited(
    z.strictObject({ attribute: fieldId, function: z.enum(viewFunctions) }),
    mostColumns,
    'view.columnLimit',
  ),
} as const

const optionalContent = {
  kind: z.optional(contentShape.kind),
  columns: z.optional(contentShape.columns),
  sort: z.optional(contentShape.sort),
  filter: z.optional(contentShape.filter),
  group: z.optional(contentShape.group),
  colours: z.optional(contentShape.colours),
  rowheight: z.optional(contentShape.rowheight),
  pagesize: z.optional(contentShape.pagesize),
  card: z.optional(contentShape.card),
  board: z.optional(contentShape.board),
  calendar: z.optional(contentShape.calendar),
  pivot: z.optional(contentShape.pivot),
  footer: z.optional(contentShape.footer),
} as const satisfies Record<keyof ViewContent, unknown>

const roles = limited(z.uuid('request.idInvalid'), mostRoles, 'validation.tooLong')

/** A new view as editors, API and proposals send it. */
const viewDraftShape = {
  name: nameSchema,
  description: z.optional(descriptionSchema),
  default: z.optional(z.boolean()),
  visible_to: z.optional(roles),
  managed: z.optional(z.boolean()),
  ...optionalContent,
} as const
export const viewDraftSchema = z.strictObject(viewDraftShape)

/** What may be said anew about a view. */
const viewPatchShape = {
  name: z.optional(nameSchema),
  description: z.optional(descriptionSchema),
  default: z.optional(z.boolean()),
  visible_to: z.optional(roles),
  ...optionalContent,
} as const
export const viewPatchSchema = z.strictObject(viewPatchShape)
export type ViewPatch = Readonly<z.output<typeof viewPatchSchema>>

function limited<Item extends z.ZodMiniType>(item: Item, max: number, message: string) {
  return z
    .array(item)
    .check(z.refine((items) => (items as readonly unknown[]).length <= max, { message, params: { max } }))
}

function isShallow(given: unknown, levels: number): boolean {
  const parts = partsOf(given)
  return parts === undefined || (levels > 0 && parts.every((part) => isShallow(part, levels - 1)))
}

/** Only called on shallow trees: both checks run, but the second one on a deep tree must end as well. */
function countIn(given: unknown): number {
  let count = 0
  const waiting: unknown[] = [given]
  while (waiting.length > 0 && count <= mostConditions) {
    const parts = partsOf(waiting.pop())
    if (parts === undefined) count += 1
    else waiting.push(...parts.slice(0, mostConditions + 1))
  }
  return count
}

function partsOf(given: unknown): readonly unknown[] | undefined {
  return given !== null && typeof given === 'object' && 'of' in given && Array.isArray(given.of) ? given.of : undefined
}
