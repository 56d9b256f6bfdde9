import { dayLength, firstDay, lastDay } from '#dates/calendar.ts'
import { once, plain, sqlFragment, type Fragment } from '#expressions/sql/fragment.ts'

const first = plain(String(firstDay))
const last = plain(String(lastDay))
const firstSecond = plain(`${(firstDay * dayLength) / 1000}::numeric`)
const behindLast = plain(`${((lastDay + 1) * dayLength) / 1000}::numeric`)

/** The day so many days after 1970-01-01; null outside of the calendar. */
export function dayAt(days: Fragment): Fragment {
  return once(
    [days],
    (a) => sqlFragment`case when ${a} between ${first} and ${last} then date '1970-01-01' + (${a})::int end`,
  )
}

/** Seconds since 1970, to the millisecond. */
export function secondsIn(moment: Fragment): Fragment {
  return sqlFragment`trunc(extract(epoch from ${moment}), 3)`
}

/** The moment so many seconds after 1970; null outside of the calendar. Days and seconds apart, so that a double holds them exactly. */
export function momentAtSecond(seconds: Fragment): Fragment {
  const inside = (a: Fragment) => sqlFragment`${a} >= ${firstSecond} and ${a} < ${behindLast}`
  return once(
    [seconds],
    (a) => sqlFragment`case when ${inside(a)} then (timestamp '1970-01-01' + make_interval(
    days => div(${a}, 86400)::int, secs => mod(${a}, 86400)::float8)) at time zone 'UTC' end`,
  )
}

/** The clocks' time in a zone, without its zone. */
export function clockOf(moment: Fragment, zone: Fragment): Fragment {
  return sqlFragment`(${moment} at time zone ${zone})`
}
