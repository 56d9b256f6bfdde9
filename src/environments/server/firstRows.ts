import { fullName } from '#accounts/fullName.ts'
import type { UserContext } from '#accounts/server/accounts.ts'
import { translateFor } from '#language/server/texts.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'

/**
 * The initial rows of an environment: versions, the root unit, its creator as an administrator, the managed
 * Administrator role and the default role. Returns the name of the Administrator role.
 */
export async function fillEnvironment(
  context: UserContext,
  transaction: Transaction,
  schema: string,
  draft: { name: string; collationLocale: string },
): Promise<string> {
  const t = translateFor(context.locale)
  const { user } = context.session
  const [unit, administrator, everyone] = [context.newId(), context.newId(), context.newId()]
  const roleName = t('environments.role.administrator')
  const insert = (table: string, columns: string, ...rows: unknown[][]) => {
    const width = rows[0]?.length ?? 0
    const places = rows.map(
      (_, row) => `(${Array.from({ length: width }, (_, at) => `$${row * width + at + 1}`).join(', ')})`,
    )
    const text = `insert into ${qualified(schema, table)} (${columns}) values ${places.join(', ')}`
    return transaction.execute({ text, values: rows.flat() })
  }
  const now = context.now()
  await insert('_version', 'model_version, access_version', [1, 1])
  await insert('_unit', 'id, parent_id, name, created_on', [unit, null, draft.name, now])
  await insert(
    '_principal',
    'id, kind, name, unit_id',
    [unit, 'unit', draft.name, unit],
    [user.id, 'member', fullName(user), unit],
  )
  await insert(
    '_role',
    'id, name, administrator, managed, created_on',
    [administrator, roleName, true, true, now],
    [everyone, t('environments.role.member'), false, false, now],
  )
  await insert('_member', 'id, firstname, lastname, status, default_role_id, joined_on', [
    user.id,
    user.firstname,
    user.lastname,
    'active',
    everyone,
    now,
  ])
  await insert('_role_member', 'role_id, principal_id', [administrator, user.id])
  await insert(
    '_setting',
    'key, value, updated_by_id, updated_on',
    ['default_role', JSON.stringify(everyone), user.id, now],
    ['collation', JSON.stringify(draft.collationLocale), user.id, now],
    ['language', JSON.stringify(context.locale), user.id, now],
  )
  return roleName
}
