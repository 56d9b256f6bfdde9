import { Fault, fault } from '#faults/fault.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { requireFeature } from '#entities/features.ts'
import type { Model } from '#entities/model.ts'
import type { Environment } from '#environments/environment.ts'
import type { ActingMember } from '#environments/server/environments.ts'
import { translateFor } from '#language/server/texts.ts'
import { raw } from '#odata/fragments.ts'
import type { ReadVersions } from '#odata/compile/statement.ts'
import type { SqlFragment } from '#odata/sql.ts'
import { qualified } from '#platform/sql.ts'
import { isOfTimeZone, violationOf } from '#platform/server/database/errors.ts'
import { alikeZone } from '#platform/server/database/zones.ts'
import { indexedEntities } from '#records/search/server/wordIndexes.ts'
import { namespaceOf, serviceOf, type Service } from '#records/odataModel.ts'

/** Source of the snapshots of an environment's definitions. */
export type ModelSource = {
  /** The cached snapshot of this process; possibly outdated. */
  current(environment: Environment): Promise<Model>
  /** The cached snapshot where the database still has the same versions, otherwise a new one. */
  fresh(environment: Environment): Promise<Model>
  /** A new snapshot, read from the database now. */
  reload(environment: Environment): Promise<Model>
}

/** The context of every use case on records. */
export type RecordsContext = ActingMember & { readonly models: ModelSource }

/** Result of an attempt on an outdated snapshot: the versions in the database differ. */
export const stale: unique symbol = Symbol('stale')
export type Stale = typeof stale

/** The definitions differ from the pinned snapshot. Only `onFreshModel` catches this error. */
export class ModelChanged extends Error {}

const attempts = 5
/**
 * Time zones that JavaScript knows but this database does not, by lower-case name, each with an equivalent name that
 * the database knows. Undefined: no equivalent, the server's own zone applies. Null: the database has not been asked
 * yet.
 */
const strange = new Map<string, string | undefined | null>()
/** Safety bound, far above the number of existing zones. */
const mostStrange = 1000
const services = new WeakMap<Model, { readonly service: Service; readonly indexed: ReadonlySet<string> }>()

/**
 * Runs an attempt on this process's snapshot of the definitions. Retries on a fresh snapshot when the statement found
 * an outdated version or a missing table or column, and when an outdated snapshot refused the request. The attempt
 * receives the context with the member as of the snapshot: revoked rights count at once (product ruling 2.17).
 */
export async function onFreshModel<Result, Context extends RecordsContext>(
  asked: Context,
  attempt: (model: Model, service: Service, context: Context) => Promise<Result | Stale>,
): Promise<Result> {
  let context = asked
  let model = await context.models.current(context.environment)
  for (let left = attempts; left > 0; left--) {
    // Rights and definitions come from one moment, so that one check of the versions covers both.
    if (model.accessVersion > context.member.accessVersion) context = { ...context, member: await context.renewed() }
    if (model.accessVersion < context.member.accessVersion) model = await context.models.reload(context.environment)
    if (model.accessVersion !== context.member.accessVersion) continue
    if (strange.size > 0) context = await onKnownClocks(context)
    const held = model
    const found = indexedEntities(context, held)
    const indexed = found instanceof Promise ? await found : found
    const now = context
    const work = () => attempt(held, serviceFor(now.environment, held, indexed), now)
    const isProgram = context.caller.keyId !== null
    const result: Result | Stale = await (isProgram ? admitted(held, work) : work()).catch(
      async (error: unknown): Promise<Stale> => {
        if (error instanceof ModelChanged || violationOf(error)?.kind === 'undefined') return stale
        if (now.timeZone !== undefined && isOfTimeZone(error)) {
          if (strange.size >= mostStrange) strange.clear()
          strange.set(now.timeZone.toLowerCase(), null)
          return stale
        }
        if ((isByDefinition(error) || isByType(error)) && (await context.models.fresh(context.environment)) !== held)
          return stale
        throw error
      },
    )
    if (!isStale(result)) return result
    model = await context.models.reload(context.environment)
  }
  throw fault('server.unavailable')
}

async function onKnownClocks<Context extends RecordsContext>(context: Context): Promise<Context> {
  const { timeZone, database } = context
  const name = timeZone?.toLowerCase()
  if (timeZone === undefined || name === undefined || !strange.has(name)) return context
  const known = strange.get(name)
  if (known !== null) return { ...context, timeZone: known }
  try {
    const alike = await alikeZone(database, timeZone)
    strange.set(name, alike)
    return { ...context, timeZone: alike }
  } catch {
    // An aborted transaction accepts no further queries. The next request asks for the zone.
    return { ...context, timeZone: undefined }
  }
}

/** Admits API keys only where the feature is on. An outdated snapshot that admits them is detected like any other. */
async function admitted<Result>(model: Model, work: () => Promise<Result>) {
  requireFeature(model, 'apikeys')
  return work()
}

/** A refusal before any statement ran, for example of a name or value that the definitions do not know. */
function isByDefinition(error: unknown): boolean {
  return error instanceof Fault && error.status < 500 && !error.code.startsWith('record.')
}

/** A column whose type has changed: values and comparisons of the former type do not fit. */
function isByType(error: unknown): boolean {
  const kind = violationOf(error)?.kind
  return kind === 'mismatch' || kind === 'value'
}

function isStale(result: unknown): result is Stale {
  return result === stale
}

/** Whether the versions read with an answer are those of the snapshot. */
export function isFresh(model: Model, row: { model_version: string; access_version: string }): boolean {
  return Number(row.model_version) === model.version && Number(row.access_version) === model.accessVersion
}

/** The versions that every statement reads beside its own result. */
export function environmentVersions(environment: Environment): ReadVersions {
  return {
    from: raw(`${qualified(environment.schema, '_version')} v`),
    columns: raw('v.model_version, v.access_version'),
    width: 2,
  }
}

export function versionsQuery(environment: Environment): SqlFragment {
  return raw(`select model_version, access_version from ${qualified(environment.schema, '_version')}`)
}

/** The entity with the name of an entity set. Fault `query.unknownName`, also for entities that are not visible. */
export function entityNamed(model: Model, uri: string): EntityDefinition {
  const entity = model.entitiesByUri.get(uri)
  if (!entity) throw fault('query.unknownName', { name: uri, hint: 'none' }, uri)
  return entity
}

// Renaming an environment keeps its model but changes the namespace of its types.
function serviceFor({ uri, schema, collation }: Environment, model: Model, indexed: ReadonlySet<string>): Service {
  const known = services.get(model)
  if (known?.indexed === indexed && known.service.model.namespace === namespaceOf(uri)) return known.service
  const service = serviceOf(model, { uri, schema, collation, translate: translateFor('en'), indexed })
  services.set(model, { service, indexed })
  return service
}
