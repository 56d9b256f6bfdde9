import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault, fault, type Problem } from '#faults/fault.ts'
import { errorBody } from '#faults/wire.ts'
import { defaultLocale, type Locale } from '#language/locale.ts'
import { resolveTextKeys } from '#language/resolveTextKeys.ts'
import { translateFor } from '#language/server/texts.ts'
import type { TextKey, TextValues, Translate } from '#language/translate.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import { apiHeaders } from '#platform/server/http/headers.ts'

/** Every error leaves as the OData error body; what is not a fault is logged whole and told as `server.internal`. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Fault, request, reply) => answer(toFault(error, request), request, reply))
  app.setNotFoundHandler({ preHandler: [] }, (request, reply) => answer(unknownRoute(request), request, reply))
}

/** What the parser of multipart bodies says of those that are cut off or not well made; its errors have no code. */
const brokenForm = /unexpected end of multipart data|boundary not found|malformed part header/i

function unknownRoute(request: FastifyRequest): Fault {
  return fault('route.unknown', { path: request.url.split('?')[0] ?? '' })
}

/**
 * For addresses that are refused before any route or hook sees them: broken escapes, names without end. Nobody watches the
 * bodies of such requests, so their connections end.
 */
export function answerBrokenAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void answer(fault('request.malformed'), request, reply.headers({ ...apiHeaders, connection: 'close' }))
}

function answer(problem: Fault, request: FastifyRequest, reply: FastifyReply) {
  const { status, headers, body } = answerOf(problem, request)
  return reply.status(status).headers(headers).send(body)
}

/** An error as an answer of its own, for requests that are parts of another one. */
export type ErrorAnswer = { status: number; headers: Record<string, string>; body: string }

/** What the error of a request is answered with. What is not a fault is logged whole and told as `server.internal`. */
export function errorAnswer(error: unknown, request: FastifyRequest): ErrorAnswer {
  const known = error instanceof Error ? error : new Error('something else than an error was thrown', { cause: error })
  return answerOf(toFault(known as FastifyError | Fault, request), request)
}

function answerOf(problem: Fault, request: FastifyRequest): ErrorAnswer {
  // A request with a broken address came to no hook that gives it a context.
  const { locale } = (request as { context?: { locale: Locale } }).context ?? { locale: defaultLocale }
  const translate = translateFor(locale)
  const say = (each: Problem) => each.message ?? translate(`fault.${each.code}` as TextKey, spoken(each, translate))
  const wait =
    problem.status === 429 ? String(problem.parameters['seconds'] ?? 60) : problem.status === 503 ? '2' : null
  return {
    status: problem.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      // Readers of no more than 4.0 read their errors too.
      'odata-version': request.headers['odata-maxversion'] === '4.0' ? '4.0' : '4.01',
      'content-language': locale,
      ...(wait && { 'retry-after': wait }),
      ...(problem.status === 405 && { allow: String(problem.parameters['allow'] ?? '') }),
    },
    body: JSON.stringify(errorBody(problem, request.id, say)),
  }
}

/** A limit is named by its key; whoever asked reads what it limits. Other texts of ours are named so that they are known. */
function spoken({ code, parameters }: Problem, translate: Translate): TextValues | undefined {
  const limit = parameters?.['limit']
  if (code !== 'query.limit' || limit === undefined) return parameters && resolveTextKeys(translate, parameters)
  return { ...parameters, limit: translate(`odata.limit.${limit}` as TextKey) }
}

/** What the log keeps of a fault of ours: it is expected, so only what caused it has a stack worth reading. */
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
  // Two changes that waited for each other: one of them may simply come again.
  if (['lock', 'serialization'].includes(violationOf(error)?.kind ?? '')) return fault('server.unavailable')
  const status = error.statusCode ?? 500
  if (status === 503) return fault('server.unavailable')
  if (status >= 400 && status < 500) return fault('request.malformed')
  request.log.error({ requestId: request.id, err: error }, 'a request failed')
  return fault('server.internal')
}
