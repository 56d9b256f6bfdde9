import { fault } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { hashOf } from '#accounts/server/secrets.ts'

/**
 * A rate limit: `free` attempts, then a delay of `delay` seconds that grows by `factor` up to `longest`. A pause of
 * `forgetAfter` seconds resets the count.
 */
export type Policy = {
  readonly name: string
  readonly free: number
  readonly delay: number
  readonly factor: number
  readonly longest: number
  readonly forgetAfter: number
}

/**
 * Counts an attempt in advance, so that many simultaneous attempts cannot slip through; refuses with `request.tooMany`
 * and the seconds to wait. The counters are stored in the database, so they hold for all processes and across restarts.
 * Only hashes of `who` are stored.
 */
export async function throttle(executor: Executor, policy: Policy, who: string): Promise<void> {
  const rows = await executor.query<{ allowed: boolean; seconds: number }>({
    name: 'throttle',
    text: `insert into lintel.rate_limit as kept (key, tries, last_on, blocked_until, allowed, forget_on)
      values ($1, 1, now(), case when $2::int <= 1 then now() + $3::float8 * interval '1 second' end, true,
        now() + $6::float8 * interval '1 second')
      on conflict (key) do update set (tries, last_on, blocked_until, allowed, forget_on) = (
        select blocked.tries, now(), blocked.until, false, excluded.forget_on
          from (select kept.tries, kept.blocked_until as until) blocked where kept.blocked_until > now()
        union all
        select next.tries, now(),
          case when next.tries >= $2 then
            now() + least($3::float8 * $4::float8 ^ least(next.tries - $2, 30), $5::float8) * interval '1 second' end,
          true, excluded.forget_on
          from (select case when kept.last_on < now() - $6::float8 * interval '1 second' then 1 else kept.tries + 1 end
            as tries) next
          where kept.blocked_until is null or kept.blocked_until <= now()
      )
      returning allowed, ceil(extract(epoch from blocked_until - now()))::int as seconds`,
    values: [keyOf(policy, who), policy.free, policy.delay, policy.factor, policy.longest, policy.forgetAfter],
  })
  const [row] = rows
  if (row && !row.allowed) throw fault('request.tooMany', { seconds: Math.max(1, row.seconds) })
}

/** Forgets the tries: the right person came. */
export async function forgive(executor: Executor, policy: Policy, who: string): Promise<void> {
  await executor.execute({ text: 'delete from lintel.rate_limit where key = $1', values: [keyOf(policy, who)] })
}

/**
 * Takes one attempt off the count: the attempt was good, but says nothing about others from the same address, so their
 * delay stays.
 */
export async function uncount(executor: Executor, policy: Policy, who: string): Promise<void> {
  await executor.execute({
    text: `update lintel.rate_limit set tries = greatest(tries - 1, 0),
      blocked_until = case when tries > $2::int then blocked_until end where key = $1`,
    values: [keyOf(policy, who), policy.free],
  })
}

function keyOf(policy: Policy, who: string): Buffer {
  return hashOf(policy.name, who)
}
