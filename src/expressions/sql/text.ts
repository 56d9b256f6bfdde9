import { expressionLimits } from '#expressions/limits.ts'
import { plain, sqlFragment, type Fragment } from '#expressions/sql/fragment.ts'

const most = plain(String(expressionLimits.text))

/** A text that an operation made, or null where it is longer than texts may be. For `once`. */
export function heldText(text: Fragment): Fragment {
  return sqlFragment`case when length(${text}) <= ${most} then ${text} end`
}

/** Comparison by code point, whatever the collation of a column. */
export function byCodePoint(text: Fragment): Fragment {
  return { ...sqlFragment`(${text} collate "C")`, simple: text.simple === true, certain: text.certain === true }
}
