import type { Announcement } from '#environments/announcement.ts'
import type { Region, RegionCode } from '#environments/region.ts'
import { translateFor } from '#language/server/texts.ts'
import type { Context } from '#platform/server/context.ts'
import type { Database } from '#platform/server/database/database.ts'

/** All regions with their names in the reader's language; the first ones are those that this installation has. */
export async function listRegions(context: Context): Promise<Region[]> {
  const t = translateFor(context.locale)
  const rows = await context.database.query<Omit<Region, 'name'>>({
    text: `select code, cluster_id is not null as available, api_host, asset_host, ai_host from lintel.region
      order by cluster_id is null, position`,
  })
  return rows.map((row) => ({ ...row, name: t(`environments.region.${row.code}`) }))
}

/**
 * Stores at the start which regions this installation's one cluster serves. Regions with environments stay available.
 */
export async function provideRegions(database: Database, codes: readonly RegionCode[]): Promise<void> {
  await database.execute({
    text: `update lintel.region set cluster_id = case when code = any($1::text[])
      or exists (select from lintel.environment where environment.region = region.code) then 'main' end`,
    values: [codes],
  })
}

/** The announcements that are valid now, for this reader; before sign-in those for everyone. */
export async function listAnnouncements(context: Context, userId: string | undefined): Promise<Announcement[]> {
  const rows = await context.database.query<Omit<Announcement, 'from' | 'until'> & { from: Date; until: Date | null }>({
    text: `select id, title, body, kind, audience, valid_from as "from", valid_until as until, dismissible, link
      from lintel.announcement
      where valid_from <= now() and (valid_until is null or valid_until > now()) and (locale is null or locale = $1)
        and (audience = 'all' or (audience = 'members' and $2::uuid is not null) or region in (
          select environment.region from lintel.environment
          join lintel.environment_member own on own.environment_id = environment.id
          where own.user_id = $2 and own.status = 'active' and environment.state = 'active'))
      order by valid_from desc, id`,
    values: [context.locale, userId ?? null],
  })
  return rows.map((row) => ({ ...row, from: row.from.toISOString(), until: row.until?.toISOString() ?? null }))
}
