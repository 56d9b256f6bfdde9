import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider } from 'fastify'
import type * as z from 'zod/mini'
import { Fault } from '#faults/fault.ts'
import { parse } from '#faults/schema.ts'

/** Lets a route name zod schemas for body, params and query; its handler then sees their parsed types. */
export interface Schemas extends FastifyTypeProvider {
  validator: this['schema'] extends z.core.$ZodType ? z.output<this['schema']> : unknown
}

/** Fastify as the routes see it. */
export type Http = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, Schemas>

/** Has bodies, params and queries parsed by the zod schemas of their routes; a refusal names every field. */
export function validateBySchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema }) => (data: unknown) => {
    try {
      return { value: parse(schema as z.core.$ZodType, data) }
    } catch (error) {
      return { error: error instanceof Fault ? error : new Error('validation broke', { cause: error }) }
    }
  })
}
