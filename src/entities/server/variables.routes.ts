import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  applyFor,
  expectedVersion,
  sayable,
  type Body,
  type DefinitionRoutesDeps,
} from '#entities/server/definitionCalls.ts'
import type { Model } from '#entities/model.ts'
import { variableById } from '#entities/variables.ts'
import { variableRecord } from '#entities/wire.ts'
import { fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'

const environment = z.object({ envid: z.string() })
const one = z.object({ envid: z.string(), variableid: z.uuid('request.idInvalid') })
const body = z.record(z.string(), z.unknown())
const list = z.strictObject({ value: z.array(body).check(z.minLength(1, 'validation.required'), z.maxLength(200)) })

/** Read-only properties of a variable. */
const systems = ['change_id', 'used_by', 'kind']

/**
 * Routes of an environment's variables, for makers: thin adapters over change sets. Other members read variables
 * through expressions.
 */
export function variableRoutes(app: Http, deps: DefinitionRoutesDeps): void {
  const { models, contextOf } = deps
  const base = '/api/variable/v1/:envid'
  const config = { access: 'maker', activity: 'manage-variables', whenFull: 'refused' } as const
  const freshModel = (request: FastifyRequest) => models.fresh(contextOf(request).environment)

  app.get(base, { config, schema: { params: environment } }, async (request) => {
    const model = await freshModel(request)
    return { value: [...model.variables.values()].map((variable) => variableRecord(model, variable)) }
  })

  app.post(base, { config, schema: { params: environment, body } }, async (request, reply) => {
    const operation = operationFor(await freshModel(request), request.body, expectedVersion(request))
    const applied = await applyFor(deps, request, [operation], 'body')
    const status = operation['kind'] === 'variable.create' ? 201 : 200
    return answer(reply.status(status), applied.model, applied.operations[0]?.['id'])
  })

  app.post(`${base}/batch`, { config, schema: { params: environment, body: list } }, async (request) => {
    const model = await freshModel(request)
    const operations = request.body.value.map((each) => operationFor(model, each, undefined))
    const applied = await applyFor(deps, request, operations, 'list')
    const value = applied.operations.map(({ id }) => recordIn(applied.model, id))
    return { value, change_id: applied.id }
  })

  app.get(`${base}/:variableid`, { config, schema: { params: one } }, async (request, reply) =>
    answer(reply, await freshModel(request), request.params.variableid),
  )

  app.patch(`${base}/:variableid`, { config, schema: { params: one, body } }, async (request, reply) => {
    const operation = updateOf(request.params.variableid, request.body, expectedVersion(request))
    const applied = await applyFor(deps, request, [operation], 'body')
    return answer(reply, applied.model, request.params.variableid)
  })

  app.delete(`${base}/:variableid`, { config, schema: { params: one } }, async (request) => {
    const version = expectedVersion(request)
    const id = request.params.variableid
    const operation = { kind: 'variable.delete', id, ...(version === undefined ? {} : { version }) }
    const applied = await applyFor(deps, request, [operation], 'body')
    return { change_id: applied.id }
  })
}

/** A body with the id of an existing variable is an update, any other body a creation. */
function operationFor(model: Model, given: Body, version: number | undefined): Body {
  const id = given['id']
  if (typeof id === 'string' && variableById(model, id)) return updateOf(id, given, version)
  return { ...sayable(given, [...systems, 'version']), kind: 'variable.create' }
}

function updateOf(id: string, given: Body, version: number | undefined): Body {
  return { ...sayable(given, systems), kind: 'variable.update', id, ...(version === undefined ? {} : { version }) }
}

function recordIn(model: Model, id: unknown) {
  const variable = typeof id === 'string' ? variableById(model, id) : undefined
  if (!variable) throw fault('definition.unknown')
  return variableRecord(model, variable)
}

function answer(reply: FastifyReply, model: Model, id: unknown) {
  const record = recordIn(model, id)
  return reply.header('etag', `"${record.version}"`).send(record)
}
