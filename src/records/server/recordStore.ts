import { setImmediate as nextTurn } from 'node:timers/promises'
import { entitySetOf } from '#odata/bind/resourcePath.ts'
import type { CompiledStatement } from '#odata/compile/statement.ts'
import type { WireForm } from '#odata/compile/writer.ts'
import type { RowAnswer } from '#odata/engine.ts'
import { hasComputed } from '#odata/model.ts'
import type { ODataResponse } from '#odata/protocol/message.ts'
import type { Snapshot, ODataStore, Written } from '#odata/protocol/store.ts'
import { fault } from '#faults/fault.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { AnswerReservation } from '#platform/server/http/unreadAnswers.ts'
import { forPrograms } from '#records/programs.ts'
import { answerSizes } from '#records/server/answerSizes.ts'
import { engineOf, guardsOf } from '#records/server/engines.ts'
import { isFresh, ModelChanged, onFreshModel, type RecordsContext } from '#records/server/freshModel.ts'
import { inPinnedTransaction } from '#records/server/pinModel.ts'
import { createReadBudget, longestBatchReads, type ReadBudget } from '#records/server/readBudget.ts'
import { claim, createOnce, isOnceTaken, settle } from '#records/server/idempotency.ts'
import { cascadeOwner, deleteWithDependents } from '#records/server/cascade.ts'
import { createRecord, type RecordWritten } from '#records/server/createRecord.ts'
import { updateRecord } from '#records/server/updateRecord.ts'
import { visibleService } from '#records/visibleService.ts'

/**
 * Context of the OData store of one request. `secret` signs page tokens. `root` is the address of the service as
 * requested, with a trailing slash. `reader` is the database for reads; abandoned reads are cancelled. `admitWrite`
 * throws where writes are not allowed now.
 */
export type StoreContext = RecordsContext & {
  readonly secret: string
  readonly root: string
  readonly reader: Database
  /** Memory reservation for list answers; undefined reserves nothing. */
  readonly reservation?: AnswerReservation | undefined
  readonly admitWrite?: () => void
  /** Shared time budget of the reads, where limited. */
  readonly budget?: ReadBudget
}

/** Version columns that every reading statement returns. */
type Versions = { model_version: string; access_version: string }

/** The OData store over the records of an environment, with the rights of a member. */
export function recordStore(context: StoreContext, refusal: (error: unknown) => ODataResponse): ODataStore {
  const { environment, secret, reader, root, reservation, admitWrite, budget } = context
  const isProgram = context.caller.keyId !== null
  // Sets that are invisible to API keys cannot be changed with API keys either.
  const checked = async (set: string) => {
    if (isProgram) await store.reading(async ({ model }) => entitySetOf(model, set))
  }
  // Computed values come from a read: they may depend on rows that the write does not see.
  const reckoned = (set: string, written: Written | RecordWritten, wire: WireForm): Written | Promise<Written> => {
    if ('isReckoned' in written && !written.isReckoned) return written
    return store.reading(async ({ model, engine, guards, run }) => {
      const known = model.entitySets.get(set)
      if (!known || !hasComputed(known)) return written
      const { value, version } = await run<RowAnswer>(engine.one(set, written.id, '', { guards, wire }), 'keyed')
      return value === null ? written : { ...written, value, version: version ?? written.version }
    })
  }
  let turn = Promise.resolve()
  const readWith: ODataStore['reading'] = (attempt) =>
    onFreshModel(context, async (model, whole, now) => {
      const seen = visibleService(now.member, model, whole).service
      const service = isProgram ? forPrograms(seen) : seen
      const guards = guardsOf(now, { model, service })
      const engine = engineOf(environment, service, secret)
      const run: Snapshot['run'] = async <Row extends object>(
        statement: CompiledStatement,
        lane: 'keyed' | 'brief',
      ) => {
        await answerSizes.reserve(statement, reservation)
        const [row] = await reader.query<Row & Versions>({ ...statement, lane: laneOf(statement, lane) })
        if (!row) throw fault('server.internal')
        answerSizes.note(statement, row)
        if (!isFresh(model, row)) throw new ModelChanged()
        return row
      }
      return attempt({ model: service.model, engine, guards, run })
    })
  const store: ODataStore = {
    root,
    reading: (attempt) => (budget ? budget.spend(() => readWith(attempt)) : readWith(attempt)),
    forBatchReads() {
      const limited = createReadBudget(longestBatchReads)
      return recordStore({ ...context, reader: reader.until(limited.departure), budget: limited }, refusal)
    },
    // Callers queue one after the other: all work that waits for the same turn runs together.
    giveWay: () => (turn = turn.then(() => nextTurn())),
    create: async (set, values, { wire, key, once }) => {
      await checked(set)
      const written = once
        ? await createOnce(context, store, { set, values, wire, key, once })
        : await createRecord(context, set, values, { wire, key })
      return reckoned(set, written, wire)
    },
    update: async (set, key, values, { wire, expected }) => {
      await checked(set)
      const change = { body: values, expected, wire }
      const written = await cascadeOwner(context, set, values, (now) => updateRecord(now, set, key, change))
      return reckoned(set, written, wire)
    },
    remove: async (set, key, expected) => {
      await checked(set)
      return deleteWithDependents(context, set, key, expected)
    },
    together: (work) => inTransaction(context, (pinned) => work(recordStore(pinned, refusal))),
    once: async (once, work, again) => {
      const { known, result } = await inTransaction(context, async (pinned) => {
        const known = await claim(pinned, once)
        if (known) return { known }
        const done = await work(recordStore(pinned, refusal))
        await settle(pinned, once.key, done.key)
        return { result: done.result }
      })
      return known ? again(known.record) : result
    },
    refusal,
    ...(admitWrite && { admitWrite }),
  }
  return store
}

/**
 * A row is found quickly by its key. Collections inside the row may take long, so the statement has to prove short like
 * a list.
 */
function laneOf({ isOneRow }: CompiledStatement, lane: 'keyed' | 'brief'): 'keyed' | 'brief' {
  return lane === 'keyed' && !isOneRow ? 'brief' : lane
}

/**
 * Runs work in one database transaction; retries where the definitions changed or a concurrent request claimed the same
 * key.
 */
function inTransaction<Result>(
  context: StoreContext,
  work: (pinned: StoreContext) => Promise<Result>,
): Promise<Result> {
  // No waiting for memory while locks are held.
  const reservation = undefined
  return onFreshModel(context, (model, _service, now) =>
    inPinnedTransaction(now, model, (inside, reader) => work({ ...inside, reader, reservation }), isOnceTaken),
  )
}
