/** Header names are in lower case; repeated headers are joined with commas. */
export type Headers = Readonly<Record<string, string | undefined>>

/** A request below the service root, sent alone or as a part of a batch. */
export type ODataRequest = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Resource path after the service root, percent-encoded, without a leading slash. */
  readonly path: string
  /** Query string without `?`, percent-encoded. */
  readonly query: string
  readonly headers: Headers
  /** The body: a text, the bytes of a stream, or undefined. */
  readonly body?: string | AsyncIterable<Uint8Array>
}

/** A response without content where `body` is undefined. A streamed body is sent chunk by chunk. */
export type ODataResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | AsyncIterable<string | Uint8Array>
}
