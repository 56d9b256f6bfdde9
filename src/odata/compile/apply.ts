import type { BoundApply } from '#odata/bind/bound.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { derivedValue } from '#odata/compile/derived.ts'
import { statementName } from '#odata/compile/hash.ts'
import { sourceText } from '#odata/compile/source.ts'
import type { Compiled, Hole, ReadVersions } from '#odata/compile/statement.ts'
import { appliedText, stepsText } from '#odata/compile/steps.ts'
import { originText, stopConditions } from '#odata/compile/resourcePath.ts'
import * as write from '#odata/compile/writer.ts'
import type { WireForm, Writer } from '#odata/compile/writer.ts'
import type { GuardedQuery } from '#odata/guard.ts'
import type { ODataModel, TableMap } from '#odata/model.ts'
import { queryLimits } from '#odata/syntax/limits.ts'

export type ApplyInput = {
  readonly tables: TableMap
  readonly model?: Pick<ODataModel, 'namespace'>
  readonly wire: WireForm
  readonly versions?: ReadVersions | undefined
  readonly top: number | undefined
  readonly skips: boolean
}

/**
 * `$apply` as one statement with one row: version columns, `value` (JSON text), `count` (where requested), and `groups`
 * (one above the limit where there are too many rows).
 */
export function compileApply(guarded: GuardedQuery<BoundApply>, input: ApplyInput): Compiled {
  const holes: Hole[] = []
  const writer: Writer = {
    guarded,
    tables: input.tables,
    holes,
    derive: derivedValue,
    namespace: input.model?.namespace,
  }
  const { query } = guarded
  const origin = originText(writer, query.root)
  const conditions = stopConditions(writer, query.root).filter((condition) => condition !== undefined)
  const last = stepsText(writer, { from: sourceText(writer, 0), conditions }, query.steps)
  const offset = input.skips ? ` offset ${write.holeParameter(writer, { from: 'skip' })}::bigint` : ''
  const page = `select * from (${last}) s limit ${Math.min(input.top ?? queryLimits.groups + 1, queryLimits.groups + 1)}${offset}`
  const count = query.count ? `(select count(*) from (${last}) s)::text as count` : undefined
  const value = `(select coalesce(json_agg("@r"), '[]') from (select ${appliedText(writer, { wire: input.wire, set: tableAt(query, 0).set }, query.columns)} from p s) "@r")::text as value`
  const versions = input.versions && write.versionsText(writer, input.versions)
  const groups = '(select count(*) from p)::text as groups'
  const select = [versions?.columns, value, count, groups, origin?.column]
    .filter((part) => part !== undefined)
    .join(', ')
  const text = `${write.withText([origin?.query, `p as materialized (${page})`])}select ${select}${versions ? ` from ${versions.from}` : ''}`
  const isOpen = guarded.conditions.every((condition) => condition === null)
  return isOpen ? { text, holes, name: statementName(text) } : { text, holes }
}
