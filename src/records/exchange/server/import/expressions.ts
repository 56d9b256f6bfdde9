import { setImmediate as othersTurn } from 'node:timers/promises'
import { crossFieldRules } from '#attributes/crossFieldRule.ts'
import { columnOf, isStored } from '#attributes/attribute.ts'
import { fieldReaders, validateRecord } from '#attributes/record.ts'
import { isRefusal, type WireValue } from '#attributes/type.ts'
import { uuidPattern } from '#attributes/uuid.ts'
import { formRoot } from '#entities/expressionScope.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { contextOf, serverZone } from '#expressions/context.ts'
import { evaluatorOf } from '#expressions/evaluate.ts'
import type { Problem } from '#faults/fault.ts'
import { translateFor } from '#language/server/texts.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import { expressionPlan, readValue, valuesFor, writtenValue, type Planned } from '#records/expressionPlan.ts'
import { isReckoned, problemAt, type ImportField, type RowProblem } from '#records/exchange/import/rowReader.ts'
import { serviceOf } from '#records/odataModel.ts'
import { listedCandidates } from '#records/server/candidates.ts'
import { isTouched } from '#records/server/expressionWrites.ts'
import { rejectRows, type Batch } from '#records/exchange/server/import/batches.ts'
import type { ImportActor } from '#records/exchange/server/import/deps.ts'
import { createLinked, type LinkedRecords } from '#records/exchange/server/import/linkedRecords.ts'
import { rowsOf, targetOf, type ValueContext, type Row } from '#records/server/recordValues.ts'

export type ExpressionsOptions = {
  readonly actor: ImportActor
  readonly model: Model
  readonly entity: EntityDefinition
  readonly fields: readonly ImportField[]
  /** Whether rows may mean records that exist. */
  readonly mayChange: boolean
  /** Whether rows are written as they are found to hold. */
  readonly written: boolean
}

/** What rows of a file must be like beside their single values, and what is computed for them. */
export type Expressions = { find(executor: Executor, batch: Batch): Promise<Batch> }

/** So many rows are computed with before others get on: each turn of the event loop takes a few milliseconds. */
const atOnce = 500

/** A row on its way: the record as it will be, the columns that the file gives, and the record as it is. */
type Coming = { readonly at: number; readonly row: Record<string, unknown>; readonly held: Row | undefined }

/**
 * Gives new records what their default expressions say, and refuses rows for which conditions do not hold, whose links are no
 * candidates, or that do not go with the record that they change. What is read of other records is read for a whole batch at
 * once. Nothing where the entity has none of that.
 */
export function createExpressions(options: ExpressionsOptions): Expressions | undefined {
  const { actor, model, entity, fields, mayChange, written } = options
  const { defaults, validators, filters } = expressionPlan(model, entity)
  const rules = mayChange ? crossFieldRules(entity.fields.filter(isStored)) : []
  if (defaults.length + validators.length + filters.length + rules.length === 0) return undefined
  const readers = fieldReaders(entity)
  const places = new Map(fields.map(({ column }, at) => [column, at]))
  // Nothing is sorted here: any collation will do.
  const ground = { uri: 'import', schema: actor.environment.schema, collation: '"C"', translate: translateFor('en') }
  const service = serviceOf(model, ground)
  const { id, unitId } = actor.member
  const around = contextOf(actor.now().getTime(), actor.timeZone ?? serverZone, id, unitId)
  // Product ruling 2.5: what is readonly is set once, when the record is made.
  const changed = fields.filter(({ source, column, field }) => {
    return source !== null && column !== 'id' && !field.readonly && field.type !== 'autonumber'
  })
  const touches = Object.fromEntries(changed.map(({ column }) => [column, null]))
  const concerning = [...validators, ...filters].filter((each) => isTouched(entity, each, touches))
  const readsHeld = concerning.length + rules.length > 0
  const evaluators = filters.map(({ expression }) => expression && evaluatorOf(expression))
  const linked = createLinked(model, entity)

  return {
    async find(executor, batch) {
      const place: ValueContext = { context: { ...actor, database: executor }, model, service }
      const held = readsHeld ? await heldRows(place, batch) : new Map<string, Row>()
      const problems = new Map<number, RowProblem>()
      const coming = batch.rows.map((values, at) => comingOf(batch, values, at, held))
      await fillIn(place, batch, coming, problems)
      for (const each of coming) if (!problems.has(each.at)) checkRules(batch, each, problems)
      await checkConditions(place, batch, coming, problems)
      await checkCandidates(place, batch, coming, problems)
      return rejectRows(batch, problems)
    },
  }

  function comingOf({ own }: Batch, values: readonly WireValue[], at: number, held: ReadonlyMap<string, Row>): Coming {
    const ownId = own[at] ?? null
    if (ownId === null) {
      const given = fields.flatMap(({ column, source }, index) =>
        source === null ? [] : [[column, values[index] ?? null] as const],
      )
      return { at, row: { owner_id: id, status: 'active', ...Object.fromEntries(given) }, held: undefined }
    }
    const record = held.get(ownId) ?? {}
    const given = changed.map(({ column }) => [column, values[places.get(column) ?? -1] ?? null] as const)
    return { at, row: { ...record, ...Object.fromEntries(given) }, held: record }
  }

  /** Records that rows change, as they are and stay until the import is over. */
  async function heldRows(place: ValueContext, { own }: Batch): Promise<ReadonlyMap<string, Row>> {
    const ids = own.filter((each) => each !== null)
    if (ids.length === 0) return new Map()
    const text = `select from ${qualified(actor.environment.schema, entity.uri)} where id = any($1::uuid[]) order by id for update`
    if (written) await place.context.database.query({ text, values: [ids] })
    return rowsOf(place, entity.uri, ids)
  }

  /** What the file does not say of new records and an expression does. */
  async function fillIn(
    place: ValueContext,
    batch: Batch,
    coming: readonly Coming[],
    problems: Map<number, RowProblem>,
  ) {
    for (const planned of defaults) {
      const { attribute, column } = planned
      const index = places.get(column) ?? -1
      const field = fields[index]
      if (!field) continue
      // An empty cell says that there is nothing; only where there must be something the default stands in.
      const open = coming.filter(({ held, row }) => {
        return held === undefined && (field.source === null || (attribute.required && row[column] === null))
      })
      const values = await evaluated(place, planned, open)
      for (const [order, { at, row }] of open.entries()) {
        const value = writtenValue(attribute, values[order] ?? null)
        if (value === null) continue
        const read = readers.get(column)?.read(value) ?? null
        if (isRefusal(read)) note(problems, batch, at, field, field.problem(read, value))
        else setValue(batch, at, index, (row[column] = read))
      }
      await refuseAbsent(place, batch, field, open, problems)
    }
    // Expressions see literal defaults of other fields only now, as they do wherever records are made.
    for (const [index, { column, source }] of fields.entries()) {
      if (source !== null) continue
      for (const { at, row, held } of coming) if (!held) row[column] ??= batch.rows[at]?.[index] ?? null
    }
    for (const [index, field] of fields.entries()) {
      if (!field.field.required || !isReckoned(field.field)) continue
      for (const [at, row] of batch.rows.entries())
        if (row[index] === null && (field.source !== null || batch.own[at] === null) && !problems.has(at))
          note(problems, batch, at, field, field.problem({ code: 'validation.required' }, null))
    }
  }

  /** A link that was computed leads to a record that the actor may read. */
  async function refuseAbsent(
    place: ValueContext,
    batch: Batch,
    field: ImportField,
    open: readonly Coming[],
    problems: Map<number, RowProblem>,
  ): Promise<void> {
    const target = targetOf(model, field.field.related_entity)
    if (field.field.type !== 'N:1' || !target) return
    const known = await linked.rows(place, target, idsOf(open, field.column), [['id']])
    for (const { at, row } of open) {
      const link = row[field.column]
      if (typeof link === 'string' && !known.has(link))
        note(problems, batch, at, field, field.problem({ code: 'validation.lookup' }, link))
    }
  }

  /** Which of the choices go together, and the like, said of the record as it will be. */
  function checkRules(batch: Batch, { at, row, held }: Coming, problems: Map<number, RowProblem>): void {
    if (rules.length === 0) return
    const mode = held ? 'update' : 'create'
    const given = (held ? changed : fields).filter(({ column }) => readers.get(column)?.isClosed[mode] === false)
    const values = Object.fromEntries(given.map(({ column }) => [column, row[column]]))
    const check = validateRecord(entity, values, mode, {
      now: actor.now().toISOString(),
      ...(held && { before: held as Record<string, WireValue> }),
    })
    if ('values' in check) return
    const [problem] = check.problems
    const field = fields.find(({ column }) => column === problem?.target)
    if (problem && field) note(problems, batch, at, field, problem)
    else if (problem) problems.set(at, { column: null, cell: null, problem, ...named(problem.target) })
  }

  async function checkConditions(
    place: ValueContext,
    batch: Batch,
    coming: readonly Coming[],
    problems: Map<number, RowProblem>,
  ): Promise<void> {
    for (const planned of validators) {
      const { attribute, column } = planned
      const asked = coming.filter(({ at, row, held }) => {
        const isAsked = held === undefined || concerning.includes(planned)
        return isAsked && !problems.has(at) && (row[column] ?? null) !== null
      })
      const values = await evaluated(place, planned, asked)
      for (const [order, { at }] of asked.entries()) {
        if (values[order] === true) continue
        const problem = { code: 'validation.condition', target: column, message: attribute.title ?? undefined } as const
        noteAt(problems, batch, at, column, problem)
      }
    }
  }

  async function checkCandidates(
    place: ValueContext,
    batch: Batch,
    coming: readonly Coming[],
    problems: Map<number, RowProblem>,
  ): Promise<void> {
    for (const [order, filter] of filters.entries()) {
      const { attribute, column, expression, hasView } = filter
      const target = targetOf(model, attribute.related_entity)
      if (!target) continue
      const asked = coming.filter(({ at, row, held }) => {
        return (
          (held === undefined || concerning.includes(filter)) && !problems.has(at) && typeof row[column] === 'string'
        )
      })
      const listed = hasView ? await listedCandidates(place, attribute, idsOf(asked, column)) : undefined
      const paths = (expression?.dependencies.fields ?? [])
        .map(({ fields: names }) => names.map(({ name }) => name))
        .filter(([root]) => root !== formRoot)
      const records = expression && (await linked.rows(place, target, idsOf(asked, column), paths))
      const fulfils = (id: string, row: Row): boolean => {
        if (!expression) return true
        const record = records?.get(id)
        const values = record && { ...valuesFor(model, entity, expression, {}), ...record, ...formOf(expression, row) }
        return values !== undefined && evaluators[order]?.(values, around) === true
      }
      for (const { at, row } of asked) {
        const id = String(row[column])
        if ((!listed || listed.has(id)) && fulfils(id, row)) continue
        const problem = { code: 'validation.candidate', target: column, message: attribute.title ?? undefined } as const
        noteAt(problems, batch, at, column, problem)
      }
    }
  }

  function formOf({ dependencies }: Planned['expression'], row: Row): Row {
    return Object.fromEntries(
      dependencies.fields.flatMap(({ key }) => {
        const [root, uri] = key.split('.')
        const field = root === formRoot ? entity.fields.find((each) => each.uri === uri) : undefined
        return field ? [[key, readValue(field, row[columnOf(field)])] as const] : []
      }),
    )
  }

  /** The values of an expression for rows, in their order. */
  async function evaluated(place: ValueContext, { expression, evaluate }: Planned, rows: readonly Coming[]) {
    if (rows.length === 0) return []
    const behind: LinkedRecords = await linked.behind(place, expression, rows)
    const values: ReturnType<typeof evaluate>[] = []
    for (const [at, { row }] of rows.entries()) {
      if (at % atOnce === atOnce - 1) await othersTurn()
      values.push(evaluate(valuesFor(model, entity, expression, row, behind(row)), around))
    }
    return values
  }

  function noteAt(problems: Map<number, RowProblem>, batch: Batch, at: number, column: string, problem: Problem): void {
    const field = fields[places.get(column) ?? -1]
    if (field) note(problems, batch, at, field, problem)
    else problems.set(at, { column: null, cell: null, problem, ...named(column) })
  }

  function named(column: string | undefined): { readonly field?: string } {
    const field = readers.get(column ?? '')?.field
    return field ? { field: field.name } : {}
  }
}

function note(problems: Map<number, RowProblem>, batch: Batch, at: number, field: ImportField, problem: Problem): void {
  const cell = field.source === null ? null : (batch.cells[at]?.[field.source] ?? null)
  problems.set(at, problemAt(field, problem, cell))
}

function setValue({ rows }: Batch, at: number, index: number, value: WireValue): void {
  const row = rows[at]
  if (row) row[index] = value
}

function idsOf(rows: readonly Coming[], column: string): readonly string[] {
  const found = rows.map(({ row }) => row[column]).filter((each) => typeof each === 'string' && uuidPattern.test(each))
  return [...new Set(found as string[])]
}
