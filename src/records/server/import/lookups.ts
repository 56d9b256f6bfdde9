import { uuidPattern } from '#attributes/types/id.ts'
import type { FaultCode } from '#faults/catalogue.ts'
import type { Model } from '#entities/model.ts'
import { principalTarget } from '#entities/system.ts'
import { ident, qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'
import type { ImportField, RowProblem } from '#records/import/rowReader.ts'
import { rejectRows, type Batch } from '#records/server/import/batches.ts'
import { conditionOf, reachOf, type Actor } from '#security/predicate.ts'

/** Finds the records that the cells of lookups mean. */
export type Lookups = { find(executor: Executor, batch: Batch): Promise<Batch> }

const mostKept = 50_000
type Found = { readonly id: string } | FaultCode

/**
 * Replaces the texts of lookups by ids, one statement a lookup and batch; what was found is kept for the next batches.
 * None or several records of that name reject the row. Only records that the actor may read are found (product ruling 2.3).
 */
export function createLookups(schema: string, model: Model, fields: readonly ImportField[], actor: Actor): Lookups {
  const wanted = fields.flatMap((field, index) => {
    const target = field.lookup && tableOf(model, field.lookup.target)
    return field.lookup && target
      ? [{ field, index, match: field.lookup.match, target, kept: new Map<string, Found>() }]
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
    { match, target, kept }: { match: string; target: string; kept: Map<string, Found> },
  ): Promise<void> {
    const readable = conditionOf(reachOf(actor, 'read', target)) ?? { parts: ['true'], values: [] }
    const further = readable.parts.map((part, at) => (at === 0 ? part : `$${at + 1}${part}`)).join('')
    const table = `${qualified(schema, target)} t`
    const ids = texts.filter((text) => match !== 'name' && uuidPattern.test(text))
    const rest = texts.filter((text) => match !== 'id' && !ids.includes(text))
    if (ids.length > 0) {
      const text = `select t.id from ${table} where t.id = any($1::uuid[]) and (${further})`
      const rows = await executor.query<{ id: string }>({ text, values: [ids, ...readable.values] })
      const known = new Set(rows.map(({ id }) => id))
      for (const id of ids)
        kept.set(id, known.has(id.toLowerCase()) ? { id: id.toLowerCase() } : 'import.lookupMissing')
    }
    if (rest.length === 0) return
    const rows = await executor.query<{ name: string; id: string; several: boolean }>({
      text: `select t.name, min(t.id::text) as id, count(*) > 1 as several from ${table}
        where t.${ident('name')} = any($1) and (${further}) group by t.name`,
      values: [rest, ...readable.values],
    })
    for (const text of rest) kept.set(text, 'import.lookupMissing')
    for (const { name, id, several } of rows) kept.set(name, several ? 'import.lookupAmbiguous' : { id })
  }
}

function tableOf(model: Model, target: string): string | undefined {
  return target === principalTarget ? principalTarget : model.entities.get(target)?.uri
}
