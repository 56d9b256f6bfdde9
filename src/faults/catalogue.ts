/**
 * Every error of the product: code -> HTTP status. The text of `code` is `fault.<code>` in the four locale files;
 * a test holds the two together. Statuses follow product ruling 2.18.
 */
export const catalogue = {
  // 400: malformed, over a limit, or a name that is not known (also one that the asker may not read)
  'request.malformed': 400,
  'request.idInvalid': 400,
  'query.syntax': 400,
  'query.unknownName': 400,
  'query.typeMismatch': 400,
  'query.limit': 400,
  'query.skipTokenInvalid': 400,
  // 401
  'session.required': 401,
  'session.refreshFailed': 401,
  'session.credentials': 401,
  // 403: may be read, may not be done
  'request.forbidden': 403,
  'request.crossSite': 403,
  'record.deleteForbidden': 403,
  'developerMode.needed': 403,
  'account.notVerified': 403,
  // 404: what one cannot read
  'route.unknown': 404,
  'record.unknown': 404,
  'definition.unknown': 404,
  'environment.unknown': 404,
  // 409: in use, or a state that forbids it
  'definition.inUse': 409,
  'change.dependants': 409,
  'record.inUse': 409,
  'job.ended': 409,
  // 412, 413, 415, 428, 429
  'record.stale': 412,
  'definition.stale': 412,
  'request.tooLarge': 413,
  'request.mediaType': 415,
  'request.precondition': 428,
  'request.tooMany': 429,
  // 422: a value that does not hold; one per field, all at once
  'validation.failed': 422,
  'validation.required': 422,
  'validation.length': 422,
  'validation.tooShort': 422,
  'validation.tooLong': 422,
  'validation.range': 422,
  'validation.min': 422,
  'validation.max': 422,
  'validation.type': 422,
  'validation.pattern': 422,
  'validation.option': 422,
  'validation.unknown': 422,
  'validation.readonly': 422,
  'validation.uri': 422,
  'validation.uriReserved': 422,
  'validation.uriTaken': 422,
  'validation.uriImmutable': 422,
  'validation.taken': 422,
  'validation.email': 422,
  'validation.url': 422,
  'validation.color': 422,
  'validation.integer': 422,
  'validation.decimal': 422,
  'validation.date': 422,
  'validation.datetime': 422,
  'validation.lookup': 422,
  'validation.passwordCase': 422,
  'validation.passwordRepeat': 422,
  'validation.phone': 422,
  'validation.terms': 422,
  'validation.code': 422,
  'environment.limit': 422,
  // 423: managed by the system
  'managed.create': 423,
  'managed.update': 423,
  'managed.delete': 423,
  // 5xx
  'server.internal': 500,
  'server.unsupported': 501,
  'server.unavailable': 503,
  'server.timeout': 503,
  'server.diskFull': 507,
} as const satisfies Record<string, number>

export type FaultCode = keyof typeof catalogue
