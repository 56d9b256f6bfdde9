import * as z from 'zod/mini'
import type { Problem } from '#faults/fault.ts'
import { problemsOf } from '#faults/schema.ts'
import type { Author, Footprint, Impact, Operation, OperationKind, Sentence } from '#changes/operation.ts'
import { meets } from '#changes/operation.ts'
import type { Activity } from '#environments/activity.ts'
import { unstorablePaths } from '#text/storable.ts'

/** The effects of a change set, computed without changing anything. */
export type Plan<Model> = {
  readonly operations: readonly Operation[]
  /** The model before the first operation, and after each valid operation. */
  readonly models: readonly [Model, ...Model[]]
  readonly after: Model
  /** Operations that undo the whole change, in execution order. */
  readonly inverse: readonly Operation[]
  readonly footprint: Footprint
  readonly impact: readonly Impact[]
  readonly sentences: readonly Sentence[]
  /** The activity of each sentence's operation. */
  readonly sentenceActivities: readonly Activity[]
  /** All problems, with targets like `operations.0.name`. A plan with problems is never applied. */
  readonly problems: readonly Problem[]
}

export type Planning<Model> = {
  readonly kinds: readonly OperationKind<Model>[]
  readonly author: Author
  readonly changeId: string
  readonly newId: () => string
}

/**
 * Plans operations one after the other, each on the model of the preceding ones. An invalid operation is skipped, and
 * operations that build on it are skipped silently: only original problems are reported.
 */
export function planChange<Model>(model: Model, wanted: readonly unknown[], planning: Planning<Model>): Plan<Model> {
  const operations: Operation[] = []
  const models: [Model, ...Model[]] = [model]
  const inverse: Operation[] = []
  const impact: Impact[] = []
  const sentences: Sentence[] = []
  const sentenceActivities: Activity[] = []
  const writes = new Set<string>()
  const needs = new Set<string>()
  const problems: Problem[] = []
  const broken: string[] = []
  let current = model

  for (const [index, raw] of wanted.entries()) {
    const read = readOperation(raw, planning)
    if ('problems' in read) {
      problems.push(...at(index, read.problems))
      broken.push(...namedBy(raw))
      continue
    }
    const { kind, operation } = read
    const footprint = kind.footprint(current, operation)
    if (meets(broken, [...footprint.needs, ...footprint.writes])) {
      broken.push(...footprint.writes)
      continue
    }
    const found = kind.check(current, operation, planning.author)
    if (found.length > 0) {
      problems.push(...at(index, found))
      broken.push(...footprint.writes.filter((key) => !key.includes('.')))
      continue
    }
    operations.push(operation)
    inverse.unshift(...kind.invert(current, operation))
    impact.push(...kind.impact(current, operation))
    const sentence = kind.sentence(current, operation)
    if (sentence) {
      sentences.push(sentence)
      sentenceActivities.push(kind.activity)
    }
    for (const key of footprint.writes) writes.add(key)
    for (const key of footprint.needs) needs.add(key)
    current = kind.apply(current, operation, planning.changeId)
    models.push(current)
  }
  const footprint = { writes: [...writes], needs: [...needs] }
  return { operations, models, after: current, inverse, footprint, impact, sentences, sentenceActivities, problems }
}

type Understood<Model> =
  | { readonly kind: OperationKind<Model>; readonly operation: Operation }
  | { readonly problems: readonly Problem[] }

function readOperation<Model>(raw: unknown, { kinds, author, newId }: Planning<Model>): Understood<Model> {
  const name = raw !== null && typeof raw === 'object' && 'kind' in raw ? raw.kind : undefined
  const kind = kinds.find((each) => each.kind === name)
  if (!kind)
    return { problems: [{ code: name === undefined ? 'validation.required' : 'validation.option', target: 'kind' }] }
  if (kind.author !== undefined && kind.author !== author) return { problems: [{ code: 'request.forbidden' }] }
  const result = z.safeParse(kind.schema, raw)
  if (!result.success) return { problems: problemsOf(result.error) }
  const unstorable = unstorablePaths(result.data)
  if (unstorable.length > 0) return { problems: unstorable.map((target) => ({ code: 'validation.type', target })) }
  return { kind, operation: kind.complete(result.data, newId) }
}

/** The id that an invalid operation would have created or changed. */
function namedBy(raw: unknown): string[] {
  return raw !== null && typeof raw === 'object' && 'id' in raw && typeof raw.id === 'string' ? [raw.id] : []
}

function at(index: number, problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => ({
    ...problem,
    target: problem.target === undefined ? `operations.${index}` : `operations.${index}.${problem.target}`,
  }))
}
