import type { ErrorBody } from '#faults/wire.ts'

export type ApiDetail = { readonly code: string; readonly message: string; readonly target?: string | undefined }

/** What a call was refused with: the error body of the server (architecture 8), or code 'network' when none arrived. */
export class ApiFault extends Error {
  /** HTTP status; 0 when the server was not reached. */
  readonly status: number
  readonly code: string
  readonly target: string | undefined
  /** One entry per field, each with its text in the reader's language. */
  readonly details: readonly ApiDetail[]
  readonly requestId: string | undefined
  /** The answer as it came, for calls that add their own members to it (a stale record brings the current one). */
  readonly body: unknown
  readonly etag: string | undefined

  constructor(status: number, code: string, message: string, rest: Partial<ApiFaultRest> = {}) {
    super(message, { cause: rest.cause })
    this.name = 'ApiFault'
    this.status = status
    this.code = code
    this.target = rest.target
    this.details = rest.details ?? []
    this.requestId = rest.requestId
    this.body = rest.body
    this.etag = rest.etag
  }
}

type ApiFaultRest = {
  target: string | undefined
  details: readonly ApiDetail[]
  requestId: string | undefined
  body: unknown
  etag: string | undefined
  cause: unknown
}

/** The fault that a refused answer tells of. An answer without our error body (a proxy's page, say) keeps its status. */
export function faultOfAnswer(status: number, body: unknown, etag?: string): ApiFault {
  const error = (body as Partial<ErrorBody> | null | undefined)?.error
  if (!error?.code) return new ApiFault(status, 'http', `HTTP ${status}`, { body, etag })
  return new ApiFault(status, error.code, error.message, {
    target: error.target,
    details: error.details ?? [],
    requestId: error.innererror?.requestId,
    body,
    etag,
  })
}

/** The server was not reached: offline, refused, or cut. */
export function networkFault(cause: unknown): ApiFault {
  return new ApiFault(0, 'network', 'network', { cause })
}
