import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider } from 'fastify'
import type * as z from 'zod/mini'
import { Fault, refuseIf } from '#faults/fault.ts'
import { parse } from '#faults/schema.ts'
import { unstorablePaths } from '#text/storable.ts'

/** Lets a route name zod schemas for body, params and query; the handler receives the parsed types. */
export interface Schemas extends FastifyTypeProvider {
  validator: this['schema'] extends z.core.$ZodType ? z.output<this['schema']> : unknown
}

/** Fastify as the routes use it. */
export type Http = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, Schemas>

/**
 * Parses bodies, params and queries by the zod schemas of their routes; a refusal names every invalid field. Values
 * that no database can store are refused here, so that no concept has to check for them.
 */
export function validateBySchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema }) => (data: unknown) => {
    try {
      const value = parse(schema as z.core.$ZodType, data)
      refuseIf(unstorablePaths(value).map((target) => ({ code: 'validation.type', target })))
      return { value }
    } catch (error) {
      return { error: error instanceof Fault ? error : new Error('validation broke', { cause: error }) }
    }
  })
}
