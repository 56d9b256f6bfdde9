import type { Me, Profile } from '#accounts/account.ts'
import { trialDays } from '#accounts/rules.ts'
import type { AccountDeps, UserContext } from '#accounts/server/accounts.ts'
import { fault } from '#faults/fault.ts'

/** The person who asks, as `GET /user/v1/me` tells it. */
export async function readMe(context: UserContext): Promise<Me> {
  const [me] = await context.database.query<Omit<Me, 'trial_ends_on'> & { trial_ends_on: Date }>({
    name: 'me',
    text: `select person.id, firstname, lastname, email, mobilephone, country, identity.provider, status, locale,
        developer_mode as developermode, person.created_on + $2::int * interval '1 day' as trial_ends_on
      from lintel."user" person
      join lateral (select provider from lintel.identity where user_id = person.id order by created_on limit 1) identity
        on true
      where person.id = $1`,
    values: [context.session.user.id, trialDays],
  })
  if (!me) throw fault('session.required')
  return { ...me, trial_ends_on: me.trial_ends_on.toISOString() }
}

/** Changes what people may change about themselves; what the change does not name stays. */
export async function changeMe(context: UserContext, deps: AccountDeps, change: Profile): Promise<Me> {
  const { id } = context.session.user
  await context.database.execute({
    text: `update lintel."user" set firstname = coalesce($2, firstname), lastname = coalesce($3, lastname),
        mobilephone = case when $4 then $5 else mobilephone end, country = case when $6 then $7 else country end,
        mobile_verified_on = case when $4 and $5 is distinct from mobilephone then null else mobile_verified_on end,
        locale = coalesce($8, locale), developer_mode = coalesce($9, developer_mode), updated_on = now()
      where id = $1`,
    values: [
      id,
      change.firstname ?? null,
      change.lastname ?? null,
      change.mobilephone !== undefined,
      change.mobilephone ?? null,
      change.country !== undefined,
      change.country ?? null,
      change.locale ?? null,
      change.developermode ?? null,
    ],
  })
  deps.sessions.forget(id)
  const me = await readMe(context)
  if (change.firstname !== undefined || change.lastname !== undefined) await deps.personRenamed(me)
  return me
}
