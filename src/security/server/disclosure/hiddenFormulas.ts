import { computedFrom } from '#entities/computedSources.ts'
import { attributeById, type Model } from '#entities/model.ts'
import type { Database, Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'

/** The name of this upgrade among those that an environment has been through. */
const upgrade = 'hidden-formulas'

type Ground = {
  readonly database: Database
  readonly now: () => Date
  readonly loadModel: (executor: Executor, schema: string) => Promise<Model>
}

/**
 * Logs which formulas and rollups became hidden from roles when formulas over hidden fields became hidden like the
 * fields. Runs once, in one transaction with the note of its completion; a second process finds nothing to do.
 */
export async function auditHiddenFormulas({ database, now, loadModel }: Ground, schema: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const done = await transaction.execute({
      text: `insert into ${qualified(schema, '_upgrade')} (id, done_on) values ($1, $2) on conflict do nothing`,
      values: [upgrade, now()],
    })
    if (done === 0) return
    const rules = await transaction.query<{ role_id: string; role: string; ids: string[] }>({
      text: `select role.id::text as role_id, role.name as role, array_agg(rule.attribute_id::text) as ids
        from ${qualified(schema, '_field_rule')} rule join ${qualified(schema, '_role')} role on role.id = rule.role_id
        where not rule.may_read and not role.administrator group by role.id, role.name order by role.name`,
    })
    if (rules.length === 0) return
    const model = await loadModel(transaction, schema)
    for (const { role_id: id, role: name, ids } of rules) {
      const hidden = [...computedFrom(model, ids, ({ shown_over_hidden }) => shown_over_hidden)].filter(
        (each) => !ids.includes(each),
      )
      if (hidden.length === 0) continue
      const fields = hidden.map((each) => sayField(model, each)).toSorted()
      await transaction.execute({
        text: `insert into ${qualified(schema, '_audit')} (at, area, kind, by_id, cause, request_id, changes)
          values ($1, 'security', 'formulasHidden', null, $2, $3, $4)`,
        values: [
          now(),
          JSON.stringify({ kind: 'system', id: upgrade }),
          upgrade,
          JSON.stringify({ subject: { id, name }, before: null, after: { fields } }),
        ],
      })
    }
  })
}

function sayField(model: Model, id: string): string {
  const found = attributeById(model, id)
  return found ? `${found.entity.name} › ${found.attribute.name}` : ''
}
