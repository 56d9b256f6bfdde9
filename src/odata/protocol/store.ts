import type { WireForm } from '#odata/compile/writer.ts'
import type { CompiledStatement } from '#odata/compile/statement.ts'
import type { Engine } from '#odata/engine.ts'
import type { Guards } from '#odata/guard.ts'
import type { ODataModel, ODataOperation } from '#odata/model.ts'
import type { ODataResponse } from '#odata/protocol/message.ts'

/** The current model with its engine and the member's read guards. */
export type Snapshot = {
  readonly model: ODataModel
  readonly engine: Engine
  readonly guards: Guards
  /**
   * Runs a statement and returns its single result row. Where the database reports another version of the model, the
   * attempt ends and is retried with the new model. `keyed` statements find one row by key; they share connections with
   * statements proven brief.
   */
  readonly run: <Row extends object>(statement: CompiledStatement, lane: 'keyed' | 'brief') => Promise<Row>
}

/** A row after a write: its key, its JSON text in the plain wire form, and its version. */
export type Written = { readonly id: string; readonly value: string; readonly version: string }

/** Acceptable versions of a change (If-Match): one of the list, `*` for any. Null: no condition. */
export type Expected = readonly string[] | '*' | null

/** A request with an idempotency key, executed once; `said` identifies the request's content. */
export type Once = { readonly key: string; readonly said: string }

/** The members of a body by name. Numbers that JavaScript cannot represent exactly stay as text. */
export type BodyValues = Readonly<Record<string, unknown>>

/** The binding of an operation: a row, or a whole set. */
export type Binding = { readonly set: string; readonly key?: string }

/** Input of an operation. Numbers, durations and bytes are texts, enumeration members are names. */
export type OperationCall = { readonly binding: Binding | undefined; readonly parameters: BodyValues }

/** Result of an operation: JSON values, or keys for rows; a list for collections. Undefined means no content. */
export type OperationResult = unknown

/** A media stream: a property with the type `Edm.Stream` of a row. */
export type StreamAddress = { readonly set: string; readonly key: string; readonly property: string }

/** The content of a media stream, with its version. */
export type Media = {
  readonly mediaType: string
  readonly etag: string
  readonly size?: number
  readonly bytes: string | AsyncIterable<Uint8Array>
}

/**
 * Storage of media streams. The caller has checked the right to read the row; the store checks the right to change it.
 */
export type MediaStore = {
  /** Undefined where the stream is empty. */
  readonly read: (at: StreamAddress) => Promise<Media | undefined>
  /**
   * Sets the content atomically: an error from the bytes aborts the write. Returns the new version. Fault:
   * `record.stale`.
   */
  readonly write: (
    at: StreamAddress,
    content: Pick<Media, 'mediaType' | 'bytes'>,
    expected: Expected,
  ) => Promise<string>
  readonly remove: (at: StreamAddress, expected: Expected) => Promise<void>
}

/** The store behind a service: a model, readable rows, and the allowed writes. All refusals are faults. */
export type ODataStore = {
  /** Service root, absolute or as a path, with a trailing slash. */
  readonly root: string
  /** Runs a read on the current model, retried where the model changes. */
  readonly reading: <Result>(attempt: (snapshot: Snapshot) => Promise<Result>) => Promise<Result>
  /**
   * Creates a row, under a new or the given key. A repeated request gets the row of the first one. Faults:
   * `record.keyTaken` where the given key exists, `record.trashed` where the key belongs to a deleted row,
   * `request.repeated`.
   */
  readonly create: (
    set: string,
    values: BodyValues,
    how: { readonly wire: WireForm; readonly key?: string | undefined; readonly once?: Once | undefined },
  ) => Promise<Written>
  /** Changes the given values. */
  readonly update: (
    set: string,
    key: string,
    values: BodyValues,
    how: { readonly wire: WireForm; readonly expected: Expected },
  ) => Promise<Written>
  readonly remove: (set: string, key: string, expected: Expected) => Promise<void>
  /**
   * The store for the reads of one batch, with a shared time limit: later reads are refused with `server.timeout`.
   * Undefined: no limit.
   */
  readonly forBatchReads?: () => ODataStore
  /**
   * Awaited before each part of a batch, so that a batch with a thousand parts delays other requests by one part at
   * most.
   */
  readonly giveWay?: () => Promise<unknown>
  /**
   * Runs work atomically with the given store. The work may be retried, so it must keep no state of a failed attempt.
   */
  readonly together: <Result>(work: (store: ODataStore) => Promise<Result>) => Promise<Result>
  /**
   * Runs work atomically and once: for a repeated request, `again` answers for the row of the first one. The work
   * returns the key of its row, if any. Faults: `request.repeated` where another request used the same key.
   */
  readonly once: <Result>(
    once: Once,
    work: (store: ODataStore) => Promise<{ readonly key: string | undefined; readonly result: Result }>,
    again: (key: string | undefined) => Promise<Result>,
  ) => Promise<Result>
  /** Runs an action or function of the model with validated parameters; undefined for services without operations. */
  readonly call?: (operation: ODataOperation, given: OperationCall) => Promise<OperationResult>
  /** Storage of the rows' media streams, where supported. */
  readonly media?: MediaStore
  /**
   * Throws where writes are not allowed, for example on a nearly full disk. Called first by every write request, alone
   * or inside a batch.
   */
  readonly admitWrite?: () => void
  /** The error response of a fault, or of any other thrown value, in the member's language. */
  readonly refusal: (error: unknown) => ODataResponse
}
