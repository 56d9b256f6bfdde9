import * as z from 'zod/mini'

/** What an export is written as: comma separated values, a spreadsheet, or one JSON object a line. */
export const exportFormats = ['csv', 'xlsx', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** How a link is written: as the id of the record that it points to, as its name, or as both, in columns of their own. */
export const exportLinks = ['both', 'id', 'name'] as const
export type ExportLinks = (typeof exportLinks)[number]

/** The rows of a sheet beside its header: what spreadsheets hold at most. */
export const sheetRowLimit = 1_048_575
/** Most records that one may name one by one. */
export const exportIdLimit = 10_000

const text = z.optional(z.string().check(z.maxLength(8000, 'validation.tooLong')))
const shape = {
  format: z.prefault(z.enum(exportFormats, 'validation.option'), 'csv'),
  /** `$filter`, `$search` and `$orderby` as the OData service takes them. */
  filter: text,
  search: text,
  orderby: text,
  links: z.prefault(z.enum(exportLinks, 'validation.option'), 'both'),
  /** Whether columns are headed by the names that people read or by their uris. JSON always has uris. */
  header: z.prefault(z.enum(['label', 'uri'], 'validation.option'), 'label'),
  /** Spreadsheet programs know UTF-8 in CSV by its mark. */
  encoding: z.prefault(z.enum(['utf-8', 'utf-8-mark'], 'validation.option'), 'utf-8'),
} as const

/** The query of GET /export/v1/:envid/:entityid; `columns` with commas between them. */
export const exportQuerySchema = z.strictObject({ ...shape, columns: text })

const ids = z.optional(z.array(z.uuid('request.idInvalid')).check(z.maxLength(exportIdLimit, 'validation.tooLong')))
/** The body of POST to the same address: also single records, or all but some. */
export const exportBodySchema = z.strictObject({
  ...shape,
  columns: z.optional(z.array(z.string()).check(z.maxLength(600, 'validation.tooLong'))),
  ids,
  except: ids,
})
export type ExportOptions = z.output<typeof exportBodySchema>

/** The query string of a GET as the options that it stands for. */
export function optionsOfQuery({ columns, ...rest }: z.output<typeof exportQuerySchema>): ExportOptions {
  return columns === undefined ? rest : { ...rest, columns: columns.split(',').filter((name) => name !== '') }
}

/** The OData query (not percent-decoded) of the records that an export is about; its `$select` names the properties. */
export function exportQuery(options: ExportOptions, select: readonly string[]): string {
  const conditions = [
    options.filter === undefined || options.filter === '' ? undefined : `(${options.filter})`,
    options.ids && (options.ids.length === 0 ? 'false' : `(${listed(options.ids)})`),
    options.except && options.except.length > 0 ? `not (${listed(options.except)})` : undefined,
  ].filter((condition) => condition !== undefined)
  const parts = [
    ['$select', select.join(',')],
    ['$filter', conditions.join(' and ')],
    ['$search', options.search ?? ''],
    ['$orderby', options.orderby ?? ''],
  ] as const
  return parts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}

const listLength = 2000

function listed(all: readonly string[]): string {
  const lists = Array.from({ length: Math.ceil(all.length / listLength) }, (_, index) =>
    all.slice(index * listLength, (index + 1) * listLength),
  )
  return lists.map((list) => `id in (${list.join(',')})`).join(' or ')
}
