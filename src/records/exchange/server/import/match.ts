import { columnOf, isStored, type Field } from '#attributes/attribute.ts'
import { fieldDefault } from '#attributes/record.ts'
import { attributeTypes } from '#attributes/types.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { fault } from '#faults/fault.ts'
import type { FaultCode } from '#faults/catalogue.ts'
import { ident, qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { isReckoned, type ImportField, type RowProblem } from '#records/exchange/import/rowReader.ts'
import { rejectRows, type Batch } from '#records/exchange/server/import/batches.ts'
import type { ImportActor } from '#records/exchange/server/import/deps.ts'
import { repeated, temporary } from '#records/exchange/server/import/unique.ts'
import type { Model } from '#entities/model.ts'
import { conditionOf, numbered } from '#security/condition.ts'
import { reachOf, type Reach } from '#security/reach.ts'
import { carryingColumns, relinkReach } from '#security/relinking.ts'

/** Finds out which rows are new and which mean a record that exists. */
export type Matching = { find(executor: Executor, batch: Batch): Promise<Batch> }

export type MatchingOptions = {
  readonly actor: ImportActor
  readonly model: Model
  readonly entity: EntityDefinition
  readonly fields: readonly ImportField[]
  /** The uris of the fields by which rows are recognised. */
  readonly keys: readonly string[]
  /** Whether the entity exists yet. */
  readonly exists: boolean
}

type Row = { at: string; id: string; several: boolean; permitted: boolean; disabled: boolean }

/**
 * Finds the records that the rows of a file mean, by the values of the keys: one statement a batch. A row without one of
 * them is new, and so is one of which only records that the actor may not read have the values: it tells nothing of them.
 * Rejected are rows whose key occurred before, means several records, or a record that the actor may not change.
 */
export function createMatching({ actor, model, entity, fields, keys, exists }: MatchingOptions): Matching {
  const { schema } = actor.environment
  const places = keys.map((uri) => fields.findIndex(({ field }) => field.uri === uri))
  const first = fields[places[0] ?? -1]
  if (keys.length === 0 || !first) return { find: async (_executor, batch) => batch }
  const parts = places.flatMap((place) => fields[place] ?? [])
  const mayEnable = fields.some(({ column, source }) => column === 'status' && source !== null)
  const carrying = carryingColumns(entity, model)
  const relinks = fields.some(({ column, source }) => source !== null && carrying.has(column))
  const unnamed = requiredFields(entity).filter((field) => !fields.some(({ column }) => column === columnOf(field)))
  let prepared = false

  return {
    async find(executor, batch) {
      if (!prepared) await executor.execute({ text: temporary })
      prepared = true
      const problems = new Map<number, RowProblem>()
      const reject = (at: number, code: FaultCode, field: ImportField | undefined = first) => {
        const cell = field.source === null ? null : (batch.cells[at]?.[field.source] ?? null)
        problems.set(at, { column: field.source, cell, problem: { code } })
      }
      const given = new Map<string, number>()
      for (const [at, row] of batch.rows.entries()) {
        const values = places.map((place) => row[place] ?? null)
        if (values.includes(null)) continue
        const key = JSON.stringify(values)
        if (given.has(key)) reject(at, 'import.duplicate')
        else given.set(key, at)
      }
      for (const at of await repeated(executor, '', [...given.keys()])) {
        const key = [...given.keys()][at] ?? ''
        reject(given.get(key) ?? 0, 'import.duplicate')
        given.delete(key)
      }
      for (const found of exists ? await matches(executor, batch, [...given.values()]) : []) {
        const at = [...given.values()][Number(found.at)] ?? 0
        if (found.several) reject(at, 'import.keyAmbiguous')
        else if (!found.permitted) reject(at, 'request.forbidden')
        else if (found.disabled && !mayEnable) reject(at, 'record.disabled')
        else batch.own[at] = found.id
      }
      // A new record needs what it would need anywhere else.
      if (unnamed.length > 0) {
        for (const [at, id] of batch.own.entries()) if (id === null && !problems.has(at)) reject(at, 'import.unfilled')
      }
      return rejectRows(batch, problems)
    },
  }

  function matches(executor: Executor, batch: Batch, rows: readonly number[]): Promise<Row[]> {
    const lists = parts.map((field, index) => `$${index + 1}::${matchedType(field.field)}[]`)
    const names = parts.map((_field, index) => `k${index}`)
    const equal = parts.map((field, index) => `t.${ident(field.column)} = v.k${index}`).join(' and ')
    const values: unknown[] = places.map((place) => rows.map((at) => String(batch.rows[at]?.[place] ?? '')))
    const place = { schema, alias: 't', form: 'row' } as const
    const textOf = (reach: Reach) => {
      const condition = numbered(conditionOf(reach, place), values.length + 1)
      values.push(...condition.values)
      return condition.text
    }
    const readable = textOf(reachOf(actor.member, 'read', entity, model))
    const permitted = [textOf(reachOf(actor.member, 'update', entity, model))]
    if (relinks) permitted.push(textOf(relinkReach(actor.member, entity, model)))
    return executor.query<Row>({
      text: `select v.at - 1 as at, min(t.id::text) as id, count(*) > 1 as several,
          bool_and(${permitted.join(' and ')}) as permitted, bool_and(t.status = 'disabled') as disabled
        from unnest(${lists.join(', ')}) with ordinality v(${names.join(', ')}, at)
        join ${qualified(schema, entity.uri)} t on ${equal} where ${readable} group by v.at`,
      values,
    })
  }
}

/** The column's type without its collation. */
export function matchedType(field: Field): string {
  const type = attributeTypes[field.type].column(field)
  if (type === null) throw fault('server.internal')
  return type.split(' collate ')[0] ?? type
}

function requiredFields({ attributes }: EntityDefinition): readonly Field[] {
  return attributes.filter((field) => {
    const isGiven = field.type === 'autonumber' || isReckoned(field) || fieldDefault(field) !== null
    return field.required && isStored(field) && !isGiven
  })
}
