import { limits } from '#expressions/limits.ts'
import { once, plain, sql, type Fragment } from '#expressions/sql/fragment.ts'

const raise = plain(`1${'0'.repeat(limits.scale)}::numeric`)
const lower = plain(`0.${'0'.repeat(limits.scale - 1)}1::numeric`)
const most = plain(`1${'0'.repeat(limits.power)}::numeric`)
const steps = plain(String(limits.exponent))
const scale = plain(String(limits.scale))

/** A quotient with so many digits as ours have, the rest cut off; null for a division by zero. */
export function quotientOf(left: Fragment, right: Fragment): Fragment {
  return sql`(div(${left} * ${raise}, nullif(${right}, 0)) * ${lower})`
}

/** A whole power, step by step as in JavaScript: PostgreSQL's own rounds to fewer digits. */
export function powerOf(base: Fragment, exponent: Fragment): Fragment {
  return once([base, exponent], (a, b) => {
    const walk = sql`with recursive p(n, r) as (select 0, 1::numeric union all
      select n + 1, trunc(r * ${a}, ${scale}) from p where n < abs(${b}) and abs(r) < ${most})
      select r from p where n = abs(${b}) and abs(r) < ${most}`
    return sql`case when ${a} is not null and ${b} = trunc(${b}) and abs(${b}) <= ${steps} then
      case when ${b} < 0 then ${quotientOf(plain('1::numeric'), sql`(${walk})`)} else (${walk}) end end`
  })
}

/** A square root, cut off as a quotient is; null for a negative number. */
export function rootOf(value: Fragment): Fragment {
  return once(
    [sql`trunc(${value}, ${scale})`],
    (a) => sql`case when ${a} >= 0 then trunc(sqrt(round(${a}, 80)), ${scale}) end`,
  )
}
