import type { RowRule } from '#attributes/rowRule.ts'
import { joinFragments, raw } from '#odata/fragments.ts'
import { sql, type SqlFragment } from '#odata/sql.ts'
import type { Check } from '#odata/write/writeStatements.ts'
import { slot } from '#odata/write/plan.ts'
import { assign } from '#odata/write/row.ts'
import { ident } from '#platform/sql.ts'
import type { Write } from '#records/server/write.ts'

/**
 * Row rules as conditions on the row `b` that the update finds and locks: requirements on stored values beside the
 * changed ones.
 */
export function rowChecks(write: Write, rules: readonly RowRule[]): Check[] {
  return rules.map((rule, index) => ({ property: rule.target, condition: conditionOf(write, rule, `rule${index}`) }))
}

function conditionOf({ set, inputs }: Write, rule: RowRule, name: string): SqlFragment {
  const property = set.properties.get(rule.column)
  if (!property) return raw('true')
  const held = raw(`b.${ident(rule.column)}`)
  if (rule.kind === 'is') {
    inputs[name] = rule.value
    return joinFragments([raw('('), held, raw(' is not distinct from '), assign(property, slot(name)).value, raw(')')])
  }
  inputs[name] = rule.values
  const values = sql`${slot(name)}::text[]`
  const list = rule.isList ? held : joinFragments([raw('array['), held, raw(']')])
  const operator = rule.kind === 'holds' ? ' @> ' : ' && '
  const has = joinFragments([raw('coalesce('), list, raw(operator), values, raw(', false)')])
  return rule.kind === 'holds' ? has : joinFragments([raw('not '), has])
}
