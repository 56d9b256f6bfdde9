import { columnOf } from '#attributes/attribute.ts'
import { validateRecord, type RecordMode, type RecordValues } from '#attributes/record.ts'
import { fault, faultOf, refuseIf, type Problem } from '#faults/fault.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { principalTarget } from '#entities/system.ts'
import { createCache } from '#odata/compile/cache.ts'
import { statementName } from '#odata/compile/hash.ts'
import { join, raw, statementOf } from '#odata/fragments.ts'
import type { EntitySet, TableOfSet } from '#odata/model.ts'
import { sql, type SqlFragment } from '#odata/sql.ts'
import type { Check, Stamp } from '#odata/write/companion.ts'
import { assign, type Assignment } from '#odata/write/row.ts'
import { qualified, type Statement } from '#platform/sql.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import type { Service } from '#records/odataModel.ts'
import type { Authorship } from '#records/server/companions.ts'
import { isFresh, stale, versionsQuery, type RecordsContext, type Stale } from '#records/server/freshModel.ts'
import { conditionOf, reachOf, type Action } from '#security/predicate.ts'

/** A write on its way: the entity with its set and table, and who writes. */
export type Write = {
  readonly context: RecordsContext
  readonly model: Model
  readonly entity: EntityDefinition
  readonly set: EntitySet
  readonly table: TableOfSet
  readonly author: Authorship
  readonly stamp: Stamp
}

/** The row that every statement of a write answers with. */
export type Outcome = {
  model_version: string
  access_version: string
  value: string | null
  found?: string | null
  permitted?: boolean | null
  changeable?: boolean | null
  changed?: boolean
  [check: `check${number}`]: boolean | null
}

/** Prepares a write to an entity; refuses those that makers closed (product ruling 2.4). */
export function writeTo(context: RecordsContext, model: Model, service: Service, entity: EntityDefinition): Write {
  const set = service.model.entitySets.get(entity.uri)
  const table = service.tables.get(entity.uri)
  if (!set || !table) throw fault('query.unknownName', { name: entity.uri, hint: 'none' }, entity.uri)
  const { environment, session, cause, requestId, newId } = context
  return {
    context,
    model,
    entity,
    set,
    table,
    author: { schema: environment.schema, at: context.now(), byId: session.user.id, cause, requestId, newId },
    stamp: {
      versions: versionsQuery(environment),
      model: String(model.version),
      access: String(model.accessVersion),
    },
  }
}

/** The checked values of a body; every problem at its field. */
export function valuesOf(entity: EntityDefinition, body: unknown, mode: RecordMode): RecordValues {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw fault('request.malformed')
  const given = Object.entries(body).filter(([name]) => !name.startsWith('@'))
  const check = validateRecord(entity, Object.fromEntries(given), mode)
  if ('problems' in check) {
    refuseIf(check.problems)
    return {}
  }
  return check.values
}

export function assignments({ set }: Write, values: RecordValues): Assignment[] {
  return Object.entries(values).flatMap(([column, value]) => {
    const property = set.properties.get(column)
    return property ? [assign(property, value)] : []
  })
}

/** Each lookup that is set must point to a record that exists and that its setter may read (product ruling 2.3). */
export function lookupChecks(write: Write, values: RecordValues): Check[] {
  return write.entity.fields.flatMap((field) => {
    const value = values[columnOf(field)]
    if (field.type !== 'N:1' || typeof value !== 'string' || !field.related_entity) return []
    return [{ property: columnOf(field), condition: targetExists(write, field.related_entity, value) }]
  })
}

/** What the actor may do with the records of the entity, as a condition on the alias `t`; null: all of them. */
export function permission({ context, entity }: Write, action: Action): SqlFragment | null {
  return conditionOf(
    reachOf({ id: context.member.id, administrator: context.member.administrator }, action, entity.uri),
  )
}

/** Runs the one statement of a write. Answers `stale` when nothing was written because the definitions have changed. */
export async function run(write: Write, fragment: SqlFragment, checks: readonly Check[]): Promise<Outcome | Stale> {
  const [outcome] = await write.context.database
    .query<Outcome>(planned(statementOf(fragment)))
    .catch((error: unknown) => refuseViolation(write, error))
  if (!outcome) throw fault('server.internal')
  if (!isFresh(write.model, outcome)) return stale
  const failed = checks.filter((_check, index) => outcome[`check${index}`] === false)
  refuseIf(failed.map(({ property }): Problem => ({ code: 'validation.lookup', target: property })))
  return outcome
}

const names = createCache<string>(1000)

/** Writes go by key, so one plan serves all values: it is kept under a name that the text alone decides. */
function planned({ text, values }: Statement): Statement {
  return { text, values, name: names.get(text, () => statementName(text)) }
}

function targetExists(write: Write, entityId: string, id: string): SqlFragment {
  const { schema } = write.author
  const target = entityId === principalTarget ? principalTarget : write.model.entities.get(entityId)?.uri
  if (!target) return raw('false')
  const { member } = write.context
  // Product ruling part 6, 3: an owner is a member or a team.
  const further =
    target === principalTarget
      ? raw(`t.kind in ('member', 'team')`)
      : (conditionOf(reachOf({ id: member.id, administrator: member.administrator }, 'read', target)) ?? raw('true'))
  const exists = raw(`exists (select 1 from ${qualified(schema, target)} t where t.id = `)
  return join([exists, sql`${id}::uuid and `, further, raw(')')])
}

/** A unique value taken, or a lookup whose target has just gone, at its field. Everything else goes on as it is. */
function refuseViolation({ entity }: Write, error: unknown): never {
  const violation = violationOf(error)
  const attribute = entity.attributes.find((each) => violation?.constraint?.includes(each.id.replaceAll('-', '')))
  if (violation?.kind === 'unique' && attribute) {
    throw faultOf([{ code: 'validation.taken', target: columnOf(attribute), message: attribute.title ?? undefined }])
  }
  if (violation?.kind === 'foreignKey' && attribute)
    throw faultOf([{ code: 'validation.lookup', target: columnOf(attribute) }])
  if (violation?.kind === 'value') throw fault('validation.type')
  throw error
}
