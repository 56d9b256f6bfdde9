import { columnOf } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { EvaluationValues } from '#expressions/evaluate.ts'
import type { Expression } from '#expressions/expression.ts'
import { pathsOver } from '#records/expressionPlan.ts'
import {
  valuesQuery,
  readValueRows,
  valueTarget,
  pathValue,
  type ValueContext,
  type DatabaseRow,
} from '#records/server/recordValues.ts'

/** The values behind the lookups of one row. */
export type LinkedRecords = (row: DatabaseRow) => EvaluationValues

type Path = readonly string[]

const mostKept = 50_000

/** Reads records that rows of a file link to, many at once; what was read is kept for the next batches. */
export function createLinked(model: Model, entity: EntityDefinition) {
  const kept = new Map<string, Map<string, EvaluationValues>>()
  return { rows, behind }

  /** The values at the ends of paths in records of an entity, by their ids; what the actor may not read is left out. */
  async function rows(
    place: ValueContext,
    target: EntityDefinition,
    ids: readonly string[],
    paths: readonly Path[],
  ): Promise<ReadonlyMap<string, EvaluationValues>> {
    const query = valuesQuery(model, target, paths)
    const key = `${target.id} ${query}`
    let known = kept.get(key)
    if (!known || known.size > mostKept) kept.set(key, (known = new Map()))
    const missing = ids.filter((id) => !known.has(id))
    for (const [id, row] of await readValueRows(place, target.uri, missing, query))
      known.set(id, Object.fromEntries(paths.map((path) => [path.join('.'), pathValue(model, target, path, row)])))
    return known
  }

  /** What an expression reads behind the lookups of rows. */
  async function behind(
    place: ValueContext,
    expression: Expression,
    coming: readonly { readonly row: DatabaseRow }[],
  ): Promise<LinkedRecords> {
    const parts: LinkedRecords[] = []
    for (const [root, found] of Map.groupBy(pathsOver(expression), ([name]) => name)) {
      const lookup = entity.fields.find(({ uri }) => uri === root)
      const target = lookup && valueTarget(model, lookup.related_entity)
      if (!target) continue
      const column = columnOf(lookup)
      const paths = found.map(([, names]) => names)
      const ids = new Set(coming.flatMap(({ row }) => (typeof row[column] === 'string' ? [row[column]] : [])))
      const records = await rows(place, target, [...ids], paths)
      parts.push((row) => {
        const values = records.get(String(row[column])) ?? {}
        return Object.fromEntries(paths.map((path) => [[root, ...path].join('.'), values[path.join('.')] ?? null]))
      })
    }
    return (row) => Object.assign({}, ...parts.map((part) => part(row))) as EvaluationValues
  }
}
