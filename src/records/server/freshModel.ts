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

/** Where the snapshot of an environment's definitions comes from. */
export type ModelSource = {
  /** The snapshot of this process; it may be old. */
  current(environment: Environment): Promise<Model>
  /** The snapshot of this process if the database still says its versions, else a new one. */
  fresh(environment: Environment): Promise<Model>
  /** The snapshot as it now stands in the database. */
  reload(environment: Environment): Promise<Model>
}

/** What every use case on records gets. */
export type RecordsContext = ActingMember & { readonly models: ModelSource }

/** What an attempt on an old snapshot answers: the versions in the database are others. */
export const stale: unique symbol = Symbol('stale')
export type Stale = typeof stale

/** The definitions are others than those to which work was pinned. Only `onFreshModel` catches it. */
export class ModelChanged extends Error {}

const attempts = 5
/**
 * Time zones that JavaScript knows and this database does not, by their names in small letters, each with another name of it
 * that the database knows; where there is none the server's own zone is taken. Null: the database could not be asked yet.
 */
const strange = new Map<string, string | undefined | null>()
/** There are no more zones than that by far. */
const mostStrange = 1000
const services = new WeakMap<Model, { readonly service: Service; readonly indexed: ReadonlySet<string> }>()

/**
 * Runs an attempt on this process's snapshot of the definitions, and anew on a fresh one when the statement found that
 * the snapshot was old, or a table or column of it gone. What an old snapshot refuses may be right by the new one. The
 * attempt gets the context with the member as of the snapshot: rights that are taken away count at once (product ruling 2.17).
 */
export async function onFreshModel<Result, Context extends RecordsContext>(
  asked: Context,
  attempt: (model: Model, service: Service, context: Context) => Promise<Result | Stale>,
): Promise<Result> {
  let context = asked
  let model = await context.models.current(context.environment)
  for (let left = attempts; left > 0; left--) {
    // Rights and definitions are of one moment, so that one look at their versions tells whether either is old.
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
    // In a transaction that the refusal has broken off nothing can be asked; whoever comes next asks.
    return { ...context, timeZone: undefined }
  }
}

/** Programs with a key work only where they may; an old snapshot that lets them in is noticed as any other. */
async function admitted<Result>(model: Model, work: () => Promise<Result>) {
  requireFeature(model, 'apikeys')
  return work()
}

/** A refusal before any statement ran, such as a name or value that the definitions do not know. */
function isByDefinition(error: unknown): boolean {
  return error instanceof Fault && error.status < 500 && !error.code.startsWith('record.')
}

/** A column that has become one of another type: values and comparisons of before do not fit it. */
function isByType(error: unknown): boolean {
  const kind = violationOf(error)?.kind
  return kind === 'mismatch' || kind === 'value'
}

function isStale(result: unknown): result is Stale {
  return result === stale
}

/** Whether the versions that came with an answer are those of the snapshot. */
export function isFresh(model: Model, row: { model_version: string; access_version: string }): boolean {
  return Number(row.model_version) === model.version && Number(row.access_version) === model.accessVersion
}

/** The versions that every statement reads beside its own work. */
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

/** The entity of an entity set's name; what one may not read is unknown. */
export function entityNamed(model: Model, uri: string): EntityDefinition {
  const entity = model.entitiesByUri.get(uri)
  if (!entity) throw fault('query.unknownName', { name: uri, hint: 'none' }, uri)
  return entity
}

// An environment that was renamed keeps its model, but its types have another namespace.
function serviceFor({ uri, schema, collation }: Environment, model: Model, indexed: ReadonlySet<string>): Service {
  const known = services.get(model)
  if (known?.indexed === indexed && known.service.model.namespace === namespaceOf(uri)) return known.service
  const service = serviceOf(model, { uri, schema, collation, translate: translateFor('en'), indexed })
  services.set(model, { service, indexed })
  return service
}
