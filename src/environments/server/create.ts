import type { UserContext } from '#accounts/server/accounts.ts'
import type { EnvironmentDraft, EnvironmentRecord } from '#environments/environment.ts'
import type { EnvironmentDeps } from '#environments/server/environments.ts'
import { refuseSixth } from '#environments/server/limit.ts'
import { fillEnvironment } from '#environments/server/firstRows.ts'
import { readEnvironment } from '#environments/server/registry.ts'
import { createSchema, createSchemaRole } from '#environments/server/schemaRole.ts'
import { claimUri } from '#environments/server/uris.ts'
import { refuseIf } from '#faults/fault.ts'
import type { Locale } from '#language/locale.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { migrateIn } from '#platform/server/database/migrations.ts'

/** How texts are ordered by the language an environment is made in: English follows the root of CLDR. */
const collationLocales: Readonly<Record<Locale, string>> = { en: 'und', es: 'es', lv: 'lv', ru: 'ru' }

/**
 * Makes an environment whole or not at all: registry row, schema, database role, tables, first rows. Refuses a uri that is
 * taken (`validation.uriTaken` at `uri`), a region without a cluster, and the sixth environment of one person.
 */
export async function createEnvironment(
  context: UserContext,
  deps: EnvironmentDeps,
  draft: EnvironmentDraft,
): Promise<EnvironmentRecord> {
  const id = context.newId()
  const schema = `e_${id.replaceAll('-', '')}`
  const collationLocale = collationLocales[context.locale]
  await context.database.transaction(async (transaction) => {
    await refuseSixth(transaction, context.session.user.id)
    await insertEnvironment(context, transaction, draft, { id, schema, collationLocale })
    await claimUri(transaction, draft.uri, id)
    await createSchema(transaction, schema, collationLocale)
    await createSchemaRole(transaction, context.log, schema)
    await migrateIn(transaction, schema, deps.environmentSchema(schema), deps.build)
    const role = await fillEnvironment(context, transaction, schema, { name: draft.name, collationLocale })
    await transaction.execute({
      text: `insert into lintel.environment_member (environment_id, user_id, status, role, administrator)
        values ($1, $2, 'active', $3, true)`,
      values: [id, context.session.user.id, role],
    })
    // The creator of an environment wants to build in it.
    await transaction.execute({
      text: 'update lintel."user" set developer_mode = true where id = $1',
      values: [context.session.user.id],
    })
  })
  deps.forgetUser(context.session.user.id)
  return readEnvironment(context, id)
}

async function insertEnvironment(
  context: UserContext,
  transaction: Transaction,
  draft: EnvironmentDraft,
  place: { id: string; schema: string; collationLocale: string },
): Promise<void> {
  const { name, uri, company, url, description, color, icon, region } = draft
  const inserted = await transaction.execute({
    text: `insert into lintel.environment (id, uri, name, company, url, description, color, icon, region, cluster_id, schema,
        collation_locale, state, created_by, created_on, updated_by, updated_on)
      select $1, $2, $3, $4, $5, $6, $7, $8, code, cluster_id, $10, $11, 'active', $12, now(), $12, now()
      from lintel.region where code = $9 and cluster_id is not null`,
    values: [
      place.id,
      uri,
      name,
      company,
      url,
      description,
      color,
      icon ?? null,
      region,
      place.schema,
      place.collationLocale,
      context.session.user.id,
    ],
  })
  if (inserted === 0) refuseIf([{ code: 'validation.option', target: 'region' }])
}
