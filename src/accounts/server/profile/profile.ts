import type { Me, Profile } from '#accounts/account.ts'
import { trialDays } from '#accounts/rules.ts'
import { statusAfter, type UserStatus } from '#accounts/status.ts'
import { noteAccess } from '#accounts/server/administration/accessLog.ts'
import type { AccountDeps, UserContext } from '#accounts/server/accounts.ts'
import { requireConfirmed } from '#accounts/server/sessions/confirmation.ts'
import { fault, refuseIf } from '#faults/fault.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { knownZone } from '#platform/server/database/zones.ts'

type Row = Omit<Me, 'trial_ends_on' | 'sms' | 'lacks_factor'> & { trial_ends_on: Date }

/** The caller, as answered by `GET /user/v1/me`. */
export async function readMe(context: UserContext, { texter }: Pick<AccountDeps, 'texter'>): Promise<Me> {
  const [me] = await context.database.query<Row>({
    name: 'me',
    text: `select person.id, firstname, lastname, email, mobilephone, country, coalesce(identity.provider, 'local') as provider, status, locale,
        developer_mode as developermode, person.created_on + $2::int * interval '1 day' as trial_ends_on,
        email_verified_on is not null as email_verified,
        mobile_verified_on is not null as mobile_verified, password_hash is not null as has_password,
        platform_administrator, picture.version as picture,
        time_zone as timezone, date_format as dateformat, time_format as timeformat, number_format as numberformat
      from lintel."user" person
      left join lateral (select provider from lintel.identity where user_id = person.id order by created_on limit 1) identity
        on true
      left join lintel.picture on picture.user_id = person.id
      where person.id = $1`,
    values: [context.session.user.id, trialDays],
  })
  if (!me) throw fault('session.required')
  return {
    ...me,
    trial_ends_on: me.trial_ends_on.toISOString(),
    sms: texter !== undefined,
    lacks_factor: context.session.lacksFactor ?? false,
  }
}

/**
 * Changes the caller's own profile; absent members stay unchanged. A new phone number has to be verified again, and if
 * the former number had activated the account, the account waits for the verification. A change of the number requires
 * a confirmed session (`identity.confirmNeeded`).
 */
export async function changeMe(context: UserContext, deps: AccountDeps, wish: Profile): Promise<Me> {
  const { id } = context.session.user
  const change = { ...wish, ...(await zoneOf(context, wish)) }
  await context.database.transaction((transaction) => keepChange(context, transaction, id, change))
  deps.sessions.forget(id)
  const me = await readMe(context, deps)
  if (change.firstname !== undefined || change.lastname !== undefined) await deps.personRenamed(me)
  return me
}

/** The zone that is set, by a name that the database knows. */
async function zoneOf({ database }: UserContext, { timezone }: Profile): Promise<Pick<Profile, 'timezone'>> {
  if (timezone === undefined || timezone === 'auto') return {}
  const known = await knownZone(database, timezone)
  if (known === undefined) refuseIf([{ code: 'validation.option', target: 'timezone' }])
  return { timezone: known }
}

type Before = { status: UserStatus; mobilephone: string | null; emailVerified: boolean } & Required<Plain>

/** Members of a profile without verification, by column. */
const plain = {
  firstname: 'firstname',
  lastname: 'lastname',
  country: 'country',
  locale: 'locale',
  developermode: 'developer_mode',
  timezone: 'time_zone',
  dateformat: 'date_format',
  timeformat: 'time_format',
  numberformat: 'number_format',
} as const satisfies Partial<Record<keyof Profile, string>>
type Plain = Pick<Profile, keyof typeof plain>

const plainNames = Object.keys(plain) as (keyof Plain)[]
const named = plainNames.map((name) => `${plain[name]} as ${name}`).join(', ')

async function keepChange(context: UserContext, transaction: Transaction, id: string, change: Profile): Promise<void> {
  const [before] = await transaction.query<Before>({
    text: `select status, mobilephone, email_verified_on is not null as "emailVerified", ${named}
      from lintel."user" where id = $1 for update`,
    values: [id],
  })
  if (!before) throw fault('session.required')
  const isOtherPhone = change.mobilephone !== undefined && change.mobilephone !== before.mobilephone
  // By the transaction's own connection: waiting for another one, many at once would wait for each other.
  if (isOtherPhone) await requireConfirmed({ session: context.session, database: transaction })
  const isCarrier = isOtherPhone && before.status === 'active by mobile' && !before.emailVerified
  await transaction.execute({
    text: `update lintel."user" set firstname = coalesce($2, firstname), lastname = coalesce($3, lastname),
        mobilephone = case when $4 then $5 else mobilephone end, country = case when $6 then $7 else country end,
        mobile_verified_on = case when $4 then null else mobile_verified_on end,
        locale = coalesce($8, locale), developer_mode = coalesce($9, developer_mode),
        status = $10, unverified_on = case when $11 then now() else unverified_on end,
        time_zone = coalesce($12, time_zone), date_format = coalesce($13, date_format),
        time_format = coalesce($14, time_format), number_format = coalesce($15, number_format), updated_on = now()
      where id = $1`,
    values: [
      id,
      change.firstname ?? null,
      change.lastname ?? null,
      isOtherPhone,
      change.mobilephone ?? null,
      change.country !== undefined,
      change.country ?? null,
      change.locale ?? null,
      change.developermode ?? null,
      isCarrier ? statusAfter(before.status, 'carrierChanged') : before.status,
      isCarrier,
      change.timezone ?? null,
      change.dateformat ?? null,
      change.timeformat ?? null,
      change.numberformat ?? null,
    ],
  })
  const others = plainNames.filter((name) => change[name] !== undefined && change[name] !== before[name])
  if (others.length > 0) {
    const [was, is] = [before, change].map((of) => Object.fromEntries(others.map((name) => [name, of[name]])))
    await noteAccess(context, transaction, { kind: 'profileChanged', byId: id, before: was ?? null, after: is ?? null })
  }
  if (isOtherPhone) {
    const [was, is] = [before.mobilephone, change.mobilephone].map((mobilephone) => ({ mobilephone }))
    await noteAccess(context, transaction, { kind: 'phoneChanged', byId: id, before: was ?? null, after: is ?? null })
  }
}
