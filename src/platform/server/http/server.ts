import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, { LogController, type FastifyServerOptions } from 'fastify'
import { fault } from '#faults/fault.ts'
import { localeOf, isLocale } from '#language/locale.ts'
import { isTimeZone } from '#dates/timeZone.ts'
import { exactJson } from '#platform/exactJson.ts'
import type { Context, BaseContext } from '#platform/server/context.ts'
import { requireDeclarations } from '#platform/server/http/access.ts'
import { answerBrokenAddress, answerErrors } from '#platform/server/http/errors.ts'
import { changesNothing, departureOf } from '#platform/server/http/departure.ts'
import { addSecurityHeaders } from '#platform/server/http/headers.ts'
import { createRefusals } from '#platform/server/http/refusals.ts'
import {
  bodyLimits,
  processClock,
  refuseSlowBodies,
  type BodyClock,
  type BodyLimits,
} from '#platform/server/http/slowBodies.ts'
import { cutStalledReaders } from '#platform/server/http/stalledReaders.ts'
import { validateBySchemas, type Http, type Schemas } from '#platform/server/http/validation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    context: Context
  }
}

export type HttpOptions = {
  readonly ground: BaseContext
  readonly logger: FastifyServerOptions['loggerInstance']
  /** Proxies whose forwarded headers are trusted; none by default. */
  readonly trustProxy: boolean | string
  /** Rewrites a request's path, for instance by its host. */
  readonly rewriteUrl?: (url: string, host: string) => string
  /** How long a client may read nothing of a large answer, in milliseconds. */
  readonly stalledAfter?: number
  /** The minimum speed of request bodies, and the clock for the measurement. */
  readonly bodies?: { readonly limits: BodyLimits; readonly clock: BodyClock }
}

/** One minute, in milliseconds: longer than a network needs to recover. */
const longestStall = 60_000

/**
 * Creates the HTTP server with the parts that all routes share: context, errors, headers, validation. The server does
 * not listen yet.
 */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const app = fastify({
    ...(options.logger ? { loggerInstance: options.logger } : { logger: false }),
    // A log line per request would cost more than the request itself; slow and failed requests are logged below.
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger per request would cost more than most requests; log lines add the request's id where needed.
    childLoggerFactory: (logger) => logger,
    trustProxy: options.trustProxy,
    bodyLimit: 10 * 1024 * 1024,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    frameworkErrors: answerBrokenAddress,
    forceCloseConnections: 'idle',
    // Requests on open connections during the stop are answered, and their connections are then closed.
    return503OnClosing: false,
    // Bodies have time limits by route; headers have the one minute of the HTTP parser.
    requestTimeout: 0,
    rewriteUrl: (request) => options.rewriteUrl?.(request.url ?? '/', request.headers.host ?? '') ?? request.url ?? '/',
  }).withTypeProvider<Schemas>()
  requireDeclarations(app)
  validateBySchemas(app)
  answerErrors(app)
  addSecurityHeaders(app)
  refuseSlowBodies(app, options.bodies?.limits ?? bodyLimits, options.bodies?.clock ?? processClock)
  cutStalledReaders(app, options.stalledAfter ?? longestStall)
  const refusals = createRefusals(Date.now)
  app.decorateRequest('context')
  app.addHook('onRequest', (request, reply, done) => {
    const chosen = request.headers['x-locale']
    const zone = request.headers['x-time-zone']
    const { database } = options.ground
    request.context = {
      ...options.ground,
      database: changesNothing(request) ? database.until(departureOf(reply)) : database,
      requestId: request.id,
      locale: isLocale(chosen) ? chosen : localeOf(request.headers['accept-language']),
      // Unknown time zones are ignored: browsers may know newer names than this server.
      timeZone: typeof zone === 'string' && isTimeZone(zone) ? zone : undefined,
    }
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const milliseconds = Math.round(reply.elapsedTime)
    if (milliseconds > 1000 || reply.statusCode >= 500) {
      request.log.warn(
        {
          requestId: request.id,
          method: request.method,
          route: request.routeOptions.url,
          status: reply.statusCode,
          milliseconds,
        },
        'slow or failed request',
      )
    }
    if (reply.statusCode >= 400) refusals(request, reply)
    done()
  })
  acceptJson(app)
  await app.register(cookie)
  await app.register(multipart, {
    limits: { fileSize: 1024 * 1024 * 1024, files: 1, fields: 20, fieldSize: 64 * 1024 },
  })
  return app
}

/**
 * The web client sends the JSON content type with every call (specification 7), also without a body. Numbers keep all
 * digits: a number with more digits than a double holds is parsed as text.
 */
function acceptJson(app: Http): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text.length === 0) return done(null, undefined)
    return void parseJson(request, text, (error, value) => {
      if (error) done(error)
      else if (longNumber.test(text)) readExactly(text, done)
      else done(null, value)
    })
  })
}

const longNumber = /[\d.]{16}|\d[eE][+-]?\d{3}/

function readExactly(text: string, done: (error: Error | null, value?: unknown) => void): void {
  try {
    done(null, exactJson(text))
  } catch {
    done(fault('request.malformed'))
  }
}
