import type { WireForm } from '#odata/compile/writer.ts'
import type { CompiledStatement } from '#odata/compile/statement.ts'
import type { Engine } from '#odata/engine.ts'
import type { Guards } from '#odata/guard.ts'
import type { ODataModel, ODataOperation } from '#odata/model.ts'
import type { ODataResponse } from '#odata/protocol/message.ts'

/** The model as it stands, with its engine and what the asker may read. */
export type Snapshot = {
  readonly model: ODataModel
  readonly engine: Engine
  readonly guards: Guards
  /**
   * The one row that a reading statement answers. When the database says that the model is another by now, the attempt ends
   * here and begins anew on that. `keyed` statements find one row by its key; they and what proves brief share connections.
   */
  readonly run: <Row extends object>(statement: CompiledStatement, lane: 'keyed' | 'brief') => Promise<Row>
}

/** A row as it stands after a write: its key, its JSON text as the plain wire shows it, and its version. */
export type Written = { readonly id: string; readonly value: string; readonly version: string }

/** Which versions a change may be made on (If-Match): one of these, `*` any. Null: nothing was said. */
export type Expected = readonly string[] | '*' | null

/** A request that is done once however often it comes (Idempotency-Key); `said` tells other requests apart. */
export type Once = { readonly key: string; readonly said: string }

/** The members of a body by name. Numbers that JavaScript would change are the texts that they were written as. */
export type BodyValues = Readonly<Record<string, unknown>>

/** What an operation is called on: a row, or a set as a whole. */
export type Binding = { readonly set: string; readonly key?: string }

/** What an operation is called with. Numbers, durations and bytes are texts, members of enumerations stand under their names. */
export type OperationCall = { readonly binding: Binding | undefined; readonly parameters: BodyValues }

/** What an operation gives: values as JSON holds them, of rows their keys; several as a list. Nothing is no content. */
export type OperationResult = unknown

/** A media stream: a property of the type `Edm.Stream` of a row. */
export type StreamAddress = { readonly set: string; readonly key: string; readonly property: string }

/** The content of a media stream, with its version. */
export type Media = {
  readonly mediaType: string
  readonly etag: string
  readonly size?: number
  readonly bytes: string | AsyncIterable<Uint8Array>
}

/** Where media streams are kept. Whether a row may be read is known before; whether it may be changed is told here. */
export type MediaStore = {
  /** Nothing where the stream is empty. */
  readonly read: (at: StreamAddress) => Promise<Media | undefined>
  /** Sets the content, wholly or not at all: what its bytes throw ends it. Answers its version. Fault: `record.stale`. */
  readonly write: (
    at: StreamAddress,
    content: Pick<Media, 'mediaType' | 'bytes'>,
    expected: Expected,
  ) => Promise<string>
  readonly remove: (at: StreamAddress, expected: Expected) => Promise<void>
}

/** What a service stands on: a model, rows to read, and the writes that its owner allows. Everything is refused by faults. */
export type ODataStore = {
  /** The address of the service root, absolute or its path alone, with a slash at its end. */
  readonly root: string
  /** Runs an attempt to read on the model of now. */
  readonly reading: <Result>(attempt: (snapshot: Snapshot) => Promise<Result>) => Promise<Result>
  /**
   * Makes a row, under a key of its own or the given one. Where the request was here before, the row that was made then is
   * the answer. Faults: `record.keyTaken` where the given key has a row, `record.trashed` where it had one,
   * `request.repeated`.
   */
  readonly create: (
    set: string,
    values: BodyValues,
    how: { readonly wire: WireForm; readonly key?: string | undefined; readonly once?: Once | undefined },
  ) => Promise<Written>
  /** Changes what is given. */
  readonly update: (
    set: string,
    key: string,
    values: BodyValues,
    how: { readonly wire: WireForm; readonly expected: Expected },
  ) => Promise<Written>
  readonly remove: (set: string, key: string, expected: Expected) => Promise<void>
  /**
   * The same store for the reads of one batch, which have a limited time together: what is not answered then is refused with
   * `server.timeout`. Without, each of them takes its time.
   */
  readonly forBatchReads?: () => ODataStore
  /** Waited for before each part of a batch: one that has a thousand keeps other requests from being answered for no longer than one part. */
  readonly giveWay?: () => Promise<unknown>
  /**
   * All that the work does with the store it is given happens, or nothing of it. The work may be begun anew, so it keeps
   * nothing of an attempt that was thrown.
   */
  readonly together: <Result>(work: (store: ODataStore) => Promise<Result>) => Promise<Result>
  /**
   * Does the work together and once: where the request was here before, `again` answers for the row that it left. The work
   * tells the key of that row, if there is one. Faults: `request.repeated` where another request had the same key.
   */
  readonly once: <Result>(
    once: Once,
    work: (store: ODataStore) => Promise<{ readonly key: string | undefined; readonly result: Result }>,
    again: (key: string | undefined) => Promise<Result>,
  ) => Promise<Result>
  /** Does what an action or function of the model does; without it the service has none. Its parameters are checked already. */
  readonly call?: (operation: ODataOperation, given: OperationCall) => Promise<OperationResult>
  /** The media streams of its rows, where it has such. */
  readonly media?: MediaStore
  /**
   * Throws where nothing may be written now, as on a nearly full disk. Asked first by every request that changes something,
   * whether it came by itself or within a batch.
   */
  readonly admitWrite?: () => void
  /** The error body of a fault, or of anything else that was thrown, in the asker's language. */
  readonly refusal: (error: unknown) => ODataResponse
}
