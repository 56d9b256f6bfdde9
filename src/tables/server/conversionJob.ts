import type { ChangeContext, ChangeSets, LaterChange } from '#changes/server/changes.ts'
import type { Operation } from '#changes/operation.ts'
import type { Model } from '#entities/model.ts'
import { Fault, fault } from '#faults/fault.ts'
import { readEarlierMemories, type JobHandler, type JobRow, type JobTools } from '#jobs/server/jobs.ts'
import type { Database } from '#platform/server/database/database.ts'
import { stepsThrough } from '#tables/diff.ts'
import { longSteps, type LongStep } from '#tables/longSteps.ts'
import { beginFill, buildUnique, endFill, fillColumn, refuseLoss, type FillTools } from '#tables/server/fill.ts'
import { isLarge } from '#tables/server/size.ts'
import { valueFor } from '#tables/conversion/statements.ts'

export type ConversionDeps = {
  readonly changes: ChangeSets<Model>
  /** A pool without a statement timeout: an index of a large table takes its time. */
  readonly online: Database
  /** As whom the job works; refuses who may do it no longer. */
  readonly contextOf: (
    place: JobTools['environment'],
    job: JobRow,
  ) => Promise<ChangeContext & { readonly role: string | null }>
}

/** What a job remembers over a crash. */
type Memory = {
  /** As they were completed, so that a later attempt goes on with the same columns. */
  readonly operations?: readonly Operation[]
  /** The tables that it changes, known before it waits for an earlier one. */
  readonly tables?: readonly string[]
  readonly steps?: readonly LongStep[]
  /** Up to which id each column is filled, by the attribute's. */
  readonly filled?: Readonly<Record<string, string>>
}

/**
 * The job `conversion`: a change of definitions that takes long. Product ruling part 6, 6: a column beside is filled in
 * batches while every writer fills both, indexes are built concurrently, then the change set itself only swaps. A crash
 * goes on where it was; what fails or is cancelled leaves no trace.
 */
export function conversionHandler(deps: ConversionDeps): JobHandler {
  return {
    async run(job, tools) {
      const asked = job.data as LaterChange
      const context = await deps.contextOf(tools.environment, job)
      const { schema } = context.environment
      const memory = job.memory as Memory
      const operations = memory.operations ?? (await completed(deps, context, asked))
      const again: LaterChange = 'undo' in asked ? asked : { ...asked, operations }
      const steps = memory.steps ?? (await stepsInTurn(deps, context, again, job, tools))
      await tools.remember({ operations, steps })
      const { database, role } = context
      const fill: FillTools = { database, online: deps.online, role, schema, signal: tools.signal }
      try {
        for (const step of steps) await prepare(step, fill, tools, memory.filled?.[idOf(step)])
        tools.progress({ done: 1, total: 1, phase: 'swapping' })
        return await swap(deps, { ...context, isPrepared: true }, again, steps, tools)
      } catch (error) {
        // Somebody else changes definitions just now, or reads for long: the job is tried again.
        throw error instanceof Fault && error.code === 'change.busy' ? fault('server.unavailable') : error
      }
    },

    async rollBack(job, tools) {
      const { steps = [] } = job.memory as Memory
      const { schema } = tools.environment
      const fill = { database: tools.ground.database, online: deps.online, role: null, schema, signal: tools.signal }
      for (const step of steps) await endFill(step, fill)
    },
  }
}

async function completed(
  { changes }: ConversionDeps,
  context: ChangeContext,
  asked: LaterChange,
): Promise<readonly Operation[]> {
  return 'undo' in asked ? [] : (await changes.plan(context, asked)).operations
}

/**
 * The steps to be prepared. Two fills of one column would share its trigger, and the later one was planned for a type that
 * the earlier one takes away: it is planned when the earlier one has ended. Throws `job.behind` until then.
 */
async function stepsInTurn(
  { changes }: ConversionDeps,
  context: ChangeContext,
  asked: LaterChange,
  job: JobRow,
  tools: Pick<JobTools, 'remember'>,
): Promise<LongStep[]> {
  const steps = stepsThrough((await changes.plan(context, asked)).models)
  const tables = new Set(steps.flatMap((step) => ('table' in step ? [step.table] : [])))
  const { database, environment } = context
  await tools.remember({ tables: [...tables] })
  for (const earlier of await readEarlierMemories(database, environment.schema, job)) {
    const { tables: concerned, steps: prepared } = earlier as Memory
    // What one that was not begun yet concerns is not known.
    const known = concerned ?? prepared?.map(({ table }) => table)
    if (!known || known.some((table) => tables.has(table))) throw fault('job.behind')
  }
  const large: LongStep[] = []
  for (const step of longSteps(steps))
    if (await isLarge(context.database, context.environment.schema, step.table)) large.push(step)
  return large
}

async function prepare(step: LongStep, fill: FillTools, tools: JobTools, filled: string | undefined): Promise<void> {
  if (step.kind === 'convertColumn') {
    tools.progress({ done: 0, total: null, phase: 'counting' })
    await refuseLoss(step, fill)
    await beginFill(step, fill)
    await fillColumn(step, fill, filled, {
      progress: (done, total) => tools.progress({ done, total, phase: 'filling' }),
      remember: (last) => tools.remember({ filled: { [idOf(step)]: last } }),
    })
    if (!step.is.unique) return
  }
  tools.progress({ done: 0, total: null, phase: 'indexing' })
  await buildUnique(step, fill)
}

/** The change set itself, in one transaction with the job's end. What was prepared must still be what it needs. */
async function swap(
  { changes }: ConversionDeps,
  context: ChangeContext,
  asked: LaterChange,
  steps: readonly LongStep[],
  tools: JobTools,
): Promise<{ readonly change_id: string }> {
  const { models } = await changes.plan(context, asked)
  const needed = longSteps(stepsThrough(models)).filter(({ table }) => steps.some((step) => step.table === table))
  if (!needed.every((step) => steps.some((prepared) => isSame(prepared, step)))) throw fault('definition.stale')
  const companion: Parameters<ChangeSets<Model>['undo']>[3] = (transaction, { changeId }) =>
    tools.succeed(transaction, { change_id: changeId })
  const work =
    'undo' in asked
      ? changes.undo(context, asked.undo, asked.note, companion)
      : changes.apply(context, asked.operations, { note: asked.note, companion })
  return { change_id: (await work).id }
}

/** An undo puts the column of now aside under another id at each attempt; what is filled is the column that comes back. */
function isSame(prepared: LongStep, step: LongStep): boolean {
  if (idOf(prepared) !== idOf(step) || prepared.kind !== step.kind) return false
  if (prepared.kind !== 'convertColumn' || step.kind !== 'convertColumn') return true
  return valueFor(prepared) === valueFor(step) && (step.back !== undefined || prepared.asideId === step.asideId)
}

function idOf(step: LongStep): string {
  return step.kind === 'convertColumn' ? step.is.id : step.attributeId
}
