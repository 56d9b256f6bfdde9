import * as z from 'zod/mini'
import { attributeDraftSchema } from '#attributes/attributeSchema.ts'
import { entityDraftShape } from '#entities/entity.ts'
import { delimiters } from '#records/exchange/import/delimiter.ts'
import { encodings } from '#records/exchange/import/encoding.ts'
import type { FileGuess } from '#records/exchange/import/guess.ts'
import type { Problem } from '#faults/fault.ts'
import { isTimeZone } from '#dates/timeZone.ts'

/** Most columns that one file may have. */
export const columnLimit = 500
/** Longest cell, in characters: what a textarea holds at most. */
export const cellLimit = 100_000
/** Longest row, in characters of all its cells. */
export const rowLimit = 10 * 1024 * 1024
/** Longest table that a sheet or JSON lines become, in characters: a few characters of theirs may mean a long row. */
export const tableLimit = 2 * 1024 ** 3

/** How the file is to be read. */
export const fileSettingsSchema = z.strictObject({
  encoding: z.enum(encodings, 'validation.option'),
  delimiter: z.enum(delimiters, 'validation.option'),
  header: z.boolean(),
  skip: z.prefault(z.int('validation.integer').check(z.gte(0), z.lte(1000)), 0),
  /** The zone of moments that name none (IANA); left out: that of whoever imports. */
  timezone: z.optional(z.string().check(z.refine(isTimeZone, { message: 'validation.option' }))),
})
export type FileSettings = z.output<typeof fileSettingsSchema>

const formatSchema = z.strictObject({
  decimal: z.prefault(z.enum(['.', ',']), '.'),
  group: z.prefault(z.enum(['', ',', '.', ' ', "'"]), ''),
  dateOrder: z.prefault(z.enum(['ymd', 'dmy', 'mdy']), 'ymd'),
})

/** Where one column of the file goes. Columns that are not named are left out. */
export const columnSettingsSchema = z.strictObject({
  /** Position in the file, from 0. */
  column: z.int('validation.integer').check(z.gte(0), z.lt(columnLimit)),
  /** The uri of the attribute that it fills, or `name` or `status`. */
  field: z.string().check(z.maxLength(24, 'validation.tooLong')),
  /** The attribute to be made for it; left out for one that exists. */
  attribute: z.optional(attributeDraftSchema),
  format: z.prefault(formatSchema, { decimal: '.', group: '', dateOrder: 'ymd' }),
  /** Cells that are read as empty. */
  emptymarks: z.prefault(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(50)), []),
  /** What a cell of a lookup holds: `any` takes an id or a name; `key` the value of a unique attribute. */
  match: z.prefault(z.enum(['any', 'id', 'name', 'key']), 'any'),
  /** The uri of that attribute of the linked entity. */
  key: z.optional(z.string().check(z.maxLength(24, 'validation.tooLong'))),
  /** What becomes of a row whose link leads nowhere: it is rejected, or a record is made that is called so. */
  missing: z.prefault(z.enum(['reject', 'create']), 'reject'),
})
export type ColumnSettings = z.output<typeof columnSettingsSchema>

/** Into which entity the rows go: a new one or one that exists. */
export const targetSchema = z.strictObject({
  entity: z.union([z.uuid('request.idInvalid'), z.strictObject(entityDraftShape)]),
  columns: z
    .array(columnSettingsSchema)
    .check(z.minLength(1, 'validation.required'), z.maxLength(columnLimit, 'validation.tooLong')),
  /** Fields by which a row is recognised as a record that exists, which it then changes; without any each row is new. */
  keys: z.prefault(z.array(z.string()).check(z.maxLength(5, 'validation.tooLong')), []),
})
export type ImportTarget = z.output<typeof targetSchema>

/** Body of POST /import/v1/:envid/:importid/guess: what the maker has settled; the rest is guessed anew. */
export const guessSchema = z.strictObject({
  encoding: z.optional(z.enum(encodings, 'validation.option')),
  delimiter: z.optional(z.enum(delimiters, 'validation.option')),
  header: z.optional(z.boolean()),
  /** The place of the sheet that is to be read, among those of the workbook. */
  sheet: z.optional(z.int('validation.integer').check(z.gte(0))),
})
export type SettledGuess = z.output<typeof guessSchema>
/** Body of POST /import/v1/:envid/:importid/dryrun. */
export const dryRunSchema = z.strictObject({ settings: fileSettingsSchema, target: targetSchema })
/** Body of POST /import/v1/:envid/:importid/start. */
export const startSchema = z.strictObject({
  settings: fileSettingsSchema,
  target: targetSchema,
  /** Whether rows that do not hold are left out; otherwise one of them stops the import. */
  skiprejected: z.prefault(z.boolean(), false),
})
export type ImportPlan = z.output<typeof startSchema>

/** What an uploaded file was. Sheets and JSON are kept as the table that they hold. */
export const importFormats = ['csv', 'xlsx', 'jsonl'] as const
export type ImportFormat = (typeof importFormats)[number]

export type ImportState = 'uploaded' | 'started' | 'done' | 'undoing' | 'undone'

/** Body of POST /import/v1/:envid/upload/begin: a file that comes in pieces. */
export const beginUploadSchema = z.strictObject({
  file: z.string().check(z.maxLength(1000, 'validation.tooLong')),
  size: z.int('validation.integer').check(z.gte(0)),
})
/** The query of POST /import/v1/:envid/upload/:importid: the byte that the piece begins with. */
export const pieceSchema = z.object({ offset: z.coerce.number().check(z.int('validation.integer'), z.gte(0)) })
/** An upload on its way: the next piece begins at `offset`; it is whole at `size`. */
export type UploadState = {
  readonly id: string
  readonly file: string
  readonly size: number
  readonly offset: number
}

/** Answer of POST /import/v1/:envid/upload, of /guess and of GET /import/v1/:envid/:importid. */
export type Import = {
  readonly id: string
  /** The name of the file, to be shown only. */
  readonly file: string
  readonly size: number
  readonly format: ImportFormat
  /** The sheets of a workbook that has several, and the place of the one that is read. */
  readonly sheets: readonly string[]
  readonly sheet: number
  readonly state: ImportState
  readonly guess: FileGuess
  readonly job_id: string | null
  readonly undo_job_id: string | null
  readonly entity_id: string | null
  /** Records that it made. */
  readonly rows: number
  readonly created_on: string
}

/** A row that does not hold. `column` is its position in the file, null when the whole row is meant. */
export type RejectedRow = {
  readonly row: number
  readonly column: number | null
  readonly header: string | null
  readonly cell: string | null
  readonly code: Problem['code']
  readonly message: string
}

/** Answer of dryrun. */
export type DryRun = {
  readonly rows: number
  readonly valid: number
  /** How many of those mean a record that exists. */
  readonly changes: number
  readonly rejected: number
  readonly first: readonly RejectedRow[]
}

/** The result of an import job. `rows` is how many held, of which `updated` changed a record, and `same` changed nothing. */
export type ImportResult = {
  readonly rows: number
  readonly updated: number
  readonly same: number
  readonly rejected: number
  readonly entity_id: string
  readonly import_id: string
}
/** The result of an undo job. `kept` were changed since and stay. */
export type UndoResult = {
  readonly removed: number
  /** Records that have their former values again. */
  readonly restored: number
  readonly kept: number
  /** How many attributes are no more: what the import changed of them cannot come back. */
  readonly gone: number
  /** Whether the entity that the import made went too. */
  readonly entity: boolean
  /** What became of the attributes that it added to an entity; null where it added none. */
  readonly attributes: 'removed' | 'kept' | null
  readonly import_id: string
}
