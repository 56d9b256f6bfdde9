import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault, fault, type Problem } from '#faults/fault.ts'
import { errorBody } from '#faults/wire.ts'
import { defaultLocale, type Locale } from '#language/locale.ts'
import { resolveTextKeys } from '#language/resolveTextKeys.ts'
import { translateFor } from '#language/server/texts.ts'
import type { TextKey, TextValues, Translate } from '#language/translate.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import { apiHeaders } from '#platform/server/http/headers.ts'

/**
 * Answers every error as an OData error body. Errors that are not faults are logged in full and answered as
 * `server.internal`.
 */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Fault, request, reply) => answer(toFault(error, request), request, reply))
  app.setNotFoundHandler({ preHandler: [] }, (request, reply) => answer(unknownRoute(request), request, reply))
}

/** Messages of the multipart parser for truncated or malformed bodies; these errors have no code. */
const brokenForm = /unexpected end of multipart data|boundary not found|malformed part header/i

function unknownRoute(request: FastifyRequest): Fault {
  return fault('route.unknown', { path: request.url.split('?')[0] ?? '' })
}

/**
 * Answers addresses that Fastify refuses before any route or hook: broken escapes, endless names. No hook watches the
 * bodies of such requests, so their connections are closed.
 */
export function answerBrokenAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void answer(fault('request.malformed'), request, reply.headers({ ...apiHeaders, connection: 'close' }))
}

function answer(problem: Fault, request: FastifyRequest, reply: FastifyReply) {
  const { status, headers, body } = answerOf(problem, request)
  return reply.status(status).headers(headers).send(body)
}

/** An error as a separate answer, for requests that are parts of a batch. */
export type ErrorAnswer = { status: number; headers: Record<string, string>; body: string }

/** The answer to a request's error. Errors that are not faults are logged in full and answered as `server.internal`. */
export function errorAnswer(error: unknown, request: FastifyRequest): ErrorAnswer {
  const known = error instanceof Error ? error : new Error('something else than an error was thrown', { cause: error })
  return answerOf(toFault(known as FastifyError | Fault, request), request)
}

function answerOf(problem: Fault, request: FastifyRequest): ErrorAnswer {
  // A request with a broken address passed no hook, so its context is missing.
  const { locale } = (request as { context?: { locale: Locale } }).context ?? { locale: defaultLocale }
  const translate = translateFor(locale)
  const say = (each: Problem) => each.message ?? translate(`fault.${each.code}` as TextKey, spoken(each, translate))
  const wait =
    problem.status === 429 ? String(problem.parameters['seconds'] ?? 60) : problem.status === 503 ? '2' : null
  return {
    status: problem.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      // Clients limited to version 4.0 expect 4.0 errors too.
      'odata-version': request.headers['odata-maxversion'] === '4.0' ? '4.0' : '4.01',
      'content-language': locale,
      ...(wait && { 'retry-after': wait }),
      ...(problem.status === 405 && { allow: String(problem.parameters['allow'] ?? '') }),
    },
    body: JSON.stringify(errorBody(problem, request.id, say)),
  }
}

/**
 * Resolves the key of a limit to the localized name of the limit, and marks other texts of the product as text keys.
 */
function spoken({ code, parameters }: Problem, translate: Translate): TextValues | undefined {
  const limit = parameters?.['limit']
  if (code !== 'query.limit' || limit === undefined) return parameters && resolveTextKeys(translate, parameters)
  return { ...parameters, limit: translate(`odata.limit.${limit}` as TextKey) }
}

/** Log fields of a fault. A fault is expected, so only its cause has a useful stack trace. */
function tracesOf({ cause, parameters }: Fault, requestId: string): Record<string, unknown> {
  return cause === undefined ? { requestId, parameters } : { requestId, err: cause }
}

function toFault(error: FastifyError | Fault, request: FastifyRequest): Fault {
  if (error instanceof Fault) {
    if (error.status >= 500) request.log.warn(tracesOf(error, request.id), error.code)
    return error
  }
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return fault('request.mediaType')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return fault('request.tooLarge', { max: '10 MiB' })
    case 'FST_ERR_RATE_LIMIT':
      return fault('request.tooMany', { seconds: 60 })
  }
  if (request.isMultipart() && brokenForm.test(error.message)) return fault('request.malformed')
  // Two changes waited for each other's lock: a repeated request may succeed.
  if (['lock', 'serialization'].includes(violationOf(error)?.kind ?? '')) return fault('server.unavailable')
  const status = error.statusCode ?? 500
  if (status === 503) return fault('server.unavailable')
  if (status >= 400 && status < 500) return fault('request.malformed')
  request.log.error({ requestId: request.id, err: error }, 'a request failed')
  return fault('server.internal')
}
