/** The names are in lower case; a header that came several times is joined with commas. */
export type Headers = Readonly<Record<string, string | undefined>>

/** A request below the service root, whether it came by itself or as a part of a batch. */
export type ODataRequest = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The resource path behind the service root, not decoded, without the slash before it. */
  readonly path: string
  /** The query string without its `?`, not decoded. */
  readonly query: string
  readonly headers: Headers
  /** The body: a text, bytes of a stream, or nothing. */
  readonly body?: string | AsyncIterable<Uint8Array>
}

/** Without a body it has no content. A body that comes in parts is sent as they come. */
export type ODataResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | AsyncIterable<string | Uint8Array>
}
