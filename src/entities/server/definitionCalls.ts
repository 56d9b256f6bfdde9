import type { FastifyRequest } from 'fastify'
import type { AppliedChange, ChangeContext, ChangeSets, Companion } from '#changes/server/changes.ts'
import type { Models } from '#entities/server/model.ts'
import type { Model } from '#entities/model.ts'
import { Fault } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** Dependencies of the definition routes. */
export type DefinitionRoutesDeps = {
  readonly changes: ChangeSets<Model>
  readonly models: Models
  /** The requesting member and environment. */
  readonly contextOf: (request: FastifyRequest) => ChangeContext & Sight
}

/**
 * Visibility for the member: visible definitions, and ids of the entities whose records are all readable; undefined
 * means everything.
 */
export type Sight = {
  readonly seen?: (model: Model) => Promise<Model>
  readonly readWhole?: (model: Model) => Promise<ReadonlySet<string>>
  /** The database with the environment's own role. */
  readonly walled?: Executor
}

/** The current definitions as visible to the member. */
export async function definitionsSeen(
  { models, contextOf }: Pick<DefinitionRoutesDeps, 'models' | 'contextOf'>,
  request: FastifyRequest,
): Promise<Model> {
  const { environment, seen } = contextOf(request)
  const model = await models.fresh(environment)
  return seen ? seen(model) : model
}

/** A definition in a request body; the schema of its operation validates the content. */
export type Body = Readonly<Record<string, unknown>>

/** Applies the operations of a metadata call; targets of problems are mapped to the fields of the request body. */
export async function applyFor(
  { changes, contextOf }: DefinitionRoutesDeps,
  request: FastifyRequest,
  operations: readonly Body[],
  targets: 'body' | 'list',
  companion?: Companion<Model>,
): Promise<AppliedChange<Model>> {
  return changes.apply(contextOf(request), operations, companion && { companion }).catch((error: unknown) => {
    throw error instanceof Fault ? retargeted(error, targets) : error
  })
}

/** A body without read-only properties; our own client sends whole definitions back. */
export function sayable(body: Body, systems: readonly string[]): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !systems.includes(name)))
}

/** The version in an If-Match header; -1 for unknown tags, undefined without the header. */
export function expectedVersion(request: FastifyRequest): number | undefined {
  const tag = request.headers['if-match']
  if (tag === undefined || tag.trim() === '*') return undefined
  const version = /^(?:W\/)?"(\d{1,15})"$/.exec(tag.trim())?.[1]
  return version === undefined ? -1 : Number(version)
}

function retargeted(fault: Fault, targets: 'body' | 'list'): Fault {
  const move = (target: string | undefined): string | undefined => {
    const [, index, path] = /^operations\.(\d+)(?:\.(.+))?$/.exec(target ?? '') ?? []
    if (index === undefined) return target
    return targets === 'body' ? path : ['value', index, path].filter((part) => part !== undefined).join('.')
  }
  const { code, parameters, target, details, extra } = fault
  return new Fault(
    { code, parameters, target: move(target) },
    details.map((problem) => ({ ...problem, target: move(problem.target) })),
    extra,
  )
}
