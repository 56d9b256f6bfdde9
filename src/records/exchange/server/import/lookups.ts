import { columnOf } from '#attributes/attribute.ts'
import { plainFormat } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import { uuidPattern } from '#attributes/uuid.ts'
import type { FaultCode } from '#faults/catalogue.ts'
import type { Model } from '#entities/model.ts'
import { principalTarget } from '#entities/system.ts'
import { ident, literal, qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { importedMomentReader } from '#records/exchange/import/moments.ts'
import type { ImportField, ImportLookup, RowProblem } from '#records/exchange/import/rowReader.ts'
import { rejectRows, type Batch } from '#records/exchange/server/import/batches.ts'
import { numbered } from '#security/condition.ts'
import { predicateOf } from '#security/predicate.ts'
import type { Actor } from '#security/reach.ts'
import { closedFields } from '#security/fields.ts'

/**
 * Makes records of an entity, each with its text as its name and, where another column is named, in that too. Answers their
 * ids by the texts; those that cannot be made are left out.
 */
export type MakeLinks = (
  executor: Executor,
  entityId: string,
  column: string,
  texts: readonly string[],
) => Promise<ReadonlyMap<string, string>>

/** Finds the records that the cells of lookups mean. */
export type Lookups = { find(executor: Executor, batch: Batch): Promise<Batch> }

const mostKept = 50_000
type By = {
  readonly column: string
  /** The id of its attribute; null for the name. */
  readonly attribute: string | null
  readonly type: string
  readonly read: (text: string) => string | null
}
type Wanted = {
  readonly field: ImportField
  readonly index: number
  readonly lookup: ImportLookup
  readonly target: string
  readonly by: By
  readonly kept: Map<string, Found>
}
type Found = { readonly id: string } | FaultCode

/**
 * Replaces the texts of lookups by ids, one statement a lookup and batch; what was found is kept for the next batches.
 * None or several records of that name reject the row, unless `make` makes what is missing and wanted. Only records that the actor may read are found (product ruling 2.3).
 */
export function createLookups(
  schema: string,
  model: Model,
  fields: readonly ImportField[],
  actor: Actor,
  make?: MakeLinks,
): Lookups {
  const wanted = fields.flatMap((field, index): Wanted[] => {
    const target = field.lookup && tableOf(model, field.lookup.target)
    return field.lookup && target
      ? [{ field, index, lookup: field.lookup, target, by: byOf(model, field.lookup), kept: new Map<string, Found>() }]
      : []
  })
  return {
    async find(executor, batch) {
      const problems = new Map<number, RowProblem>()
      for (const each of wanted) {
        const { field, index, kept } = each
        if (kept.size > mostKept) kept.clear()
        const texts = new Set<string>()
        for (const row of batch.rows) {
          const text = row[index]
          if (typeof text === 'string' && !kept.has(text)) texts.add(text)
        }
        if (texts.size > 0) await findTexts(executor, [...texts], each)
        if (texts.size > 0 && make) await makeMissing(executor, [...texts], each, make)
        for (const [place, row] of batch.rows.entries()) {
          const text = row[index]
          if (typeof text !== 'string') continue
          const found = kept.get(text) ?? 'import.lookupMissing'
          if (typeof found !== 'string') row[index] = found.id
          else problems.set(place, { column: field.source, cell: text, problem: field.problem({ code: found }, text) })
        }
      }
      return rejectRows(batch, problems)
    },
  }

  async function findTexts(
    executor: Executor,
    texts: string[],
    { lookup: { match, kinds }, target, by, kept }: Wanted,
  ): Promise<void> {
    const entity = model.entitiesByUri.get(target)
    const place = { model, schema, alias: 't', form: 'row' } as const
    const readable = numbered(entity ? predicateOf(actor, 'read', entity, place) : null, 2)
    const further = readable.text
    const table = `${qualified(schema, target)} t`
    const also = kinds ? ` and t.kind in (${kinds.map(literal).join(', ')})` : ''
    const ids = texts.filter((text) => (match === 'any' || match === 'id') && uuidPattern.test(text))
    // By an attribute that the actor may not read nothing is found.
    const isKnown = !entity || by.attribute === null || !closedFields(actor, entity, model).unread.has(by.attribute)
    const rest = texts.filter((text) => match !== 'id' && !ids.includes(text))
    if (ids.length > 0) {
      const text = `select t.id from ${table} where t.id = any($1::uuid[]) and (${further})${also}`
      const rows = await executor.query<{ id: string }>({ text, values: [ids, ...readable.values] })
      const known = new Set(rows.map(({ id }) => id))
      for (const id of ids)
        kept.set(id, known.has(id.toLowerCase()) ? { id: id.toLowerCase() } : 'import.lookupMissing')
    }
    for (const text of rest) kept.set(text, 'import.lookupMissing')
    if (rest.length === 0 || !isKnown) return
    const { column, type, read } = by
    // Values are compared as their column compares them, so each is read as its type reads it.
    const values = rest.map(read)
    const rows = await executor.query<{ at: string; id: string; several: boolean }>({
      text: `select v.at - 1 as at, min(t.id::text) as id, count(*) > 1 as several
        from unnest($1::${type}[]) with ordinality v(value, at) join ${table} on t.${ident(column)} = v.value
        where (${further})${also} group by v.at`,
      values: [values, ...readable.values],
    })
    for (const { at, id, several } of rows)
      kept.set(rest[Number(at)] ?? '', several ? 'import.lookupAmbiguous' : { id })
  }
}

async function makeMissing(
  executor: Executor,
  texts: readonly string[],
  { lookup, by, kept }: Wanted,
  make: MakeLinks,
): Promise<void> {
  if (lookup.missing !== 'create' || lookup.match === 'id') return
  const missing = texts.filter((text) => kept.get(text) === 'import.lookupMissing' && !uuidPattern.test(text))
  if (missing.length === 0) return
  for (const [text, id] of await make(executor, lookup.target, by.column, missing)) kept.set(text, { id })
}

/** The column of the target by which texts are looked up: its name, or a unique attribute. */
function byOf(model: Model, { target, match, key, timeZone }: ImportLookup): By {
  const field = match === 'key' ? model.entities.get(target)?.attributes.find(({ uri }) => uri === key) : undefined
  if (!field) return { column: 'name', attribute: null, type: 'text', read: (text) => text }
  const reader = attributeTypes[field.type].reader(field)
  const fromText =
    field.type === 'datetime'
      ? importedMomentReader(field, plainFormat, timeZone)
      : (text: string) => attributeTypes[field.type].fromText(text, field, plainFormat)
  return {
    column: columnOf(field),
    attribute: field.id,
    type: attributeTypes[field.type].column(field)?.split(' ')[0] ?? 'text',
    read(text) {
      const value = fromText(text)
      const read = typeof value === 'string' ? reader(value) : value
      // What the type does not take cannot be there.
      return typeof read === 'string' ? read : null
    },
  }
}

function tableOf(model: Model, target: string): string | undefined {
  return target === principalTarget ? principalTarget : model.entities.get(target)?.uri
}
