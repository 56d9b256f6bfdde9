import { expressionLimits } from '#expressions/limits.ts'
import { once, plain, sqlFragment, type Fragment } from '#expressions/sql/fragment.ts'

const raise = plain(`1${'0'.repeat(expressionLimits.scale)}::numeric`)
const lower = plain(`0.${'0'.repeat(expressionLimits.scale - 1)}1::numeric`)
const most = plain(`1${'0'.repeat(expressionLimits.power)}::numeric`)
const steps = plain(String(expressionLimits.exponent))
const scale = plain(String(expressionLimits.scale))

/** A quotient with so many digits as ours have, the rest cut off; null for a division by zero. */
export function quotientOf(left: Fragment, right: Fragment): Fragment {
  return sqlFragment`(div(${left} * ${raise}, nullif(${right}, 0)) * ${lower})`
}

/** A whole power, step by step as in JavaScript: PostgreSQL's own rounds to fewer digits. */
export function powerOf(base: Fragment, exponent: Fragment): Fragment {
  return once([base, exponent], (a, b) => {
    const walk = sqlFragment`with recursive p(n, r) as (select 0, 1::numeric union all
      select n + 1, trunc(r * ${a}, ${scale}) from p where n < abs(${b}) and abs(r) < ${most})
      select r from p where n = abs(${b}) and abs(r) < ${most}`
    return sqlFragment`case when ${a} is not null and ${b} = trunc(${b}) and abs(${b}) <= ${steps} then
      case when ${b} < 0 then ${quotientOf(plain('1::numeric'), sqlFragment`(${walk})`)} else (${walk}) end end`
  })
}

/** A square root, cut off as a quotient is; null for a negative number. */
export function rootOf(value: Fragment): Fragment {
  return once(
    [sqlFragment`trunc(${value}, ${scale})`],
    (a) => sqlFragment`case when ${a} >= 0 then trunc(sqrt(round(${a}, 80)), ${scale}) end`,
  )
}
