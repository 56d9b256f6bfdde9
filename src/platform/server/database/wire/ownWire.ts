import type { Duplex } from 'node:stream'
import { createIncoming, type ResultColumn } from '#platform/server/database/wire/incoming.ts'
import { isForgotten } from '#platform/server/database/errors.ts'
import { createOutgoing } from '#platform/server/database/wire/outgoing.ts'
import { parameterText } from '#platform/server/database/wire/values.ts'
import type { WireQuestion, Reply, PostgresWire } from '#platform/server/database/wire/wire.ts'

/** A statement that is parsed on this connection, or will be when sent messages arrive. */
type Known = { fields: readonly ResultColumn[] }

type Asked = {
  readonly question: WireQuestion
  readonly known: Known
  /** Whether this question was the first to send the statement, and whether the statement was parsed. */
  readonly isFirst: boolean
  isParsed: boolean
  readonly isRepeated: boolean
  readonly rows: Buffer[]
  count: number
  error: Error | undefined
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
}

const none = Buffer.alloc(0)
const becoming = { name: 'become', text: `select set_config('role', $1, false)` }

/**
 * The own wire over the socket of a connected client. The own wire and queries of pg must take turns: neither may begin
 * before the other has ended. `patience` is how long a statement may stay unanswered, in milliseconds; 0 means no
 * limit.
 */
export function openOwnWire(stream: Duplex, patience: number): PostgresWire {
  const outgoing = createOutgoing()
  const asked: Asked[] = []
  const statements = new Map<string, Known>()
  let isGathering = false
  let isMidway = false
  let settled: PromiseWithResolvers<void> | undefined
  let role: string | undefined
  const silence = patience > 0 ? setTimeout(breakOff, patience).unref() : undefined

  const incoming = createIncoming({
    parsed: () => asked[0] && (asked[0].isParsed = true),
    fields: (fields) => asked[0] && (asked[0].known.fields = fields),
    rows: (bytes) => asked[0]?.rows.push(bytes),
    complete: (tag) => asked[0] && (asked[0].count = Number(/\d+$/.exec(tag)?.[0] ?? 0)),
    failed: (error) => asked[0] && (asked[0].error = error),
    ready(isWithin) {
      const first = asked.shift()
      if (first) answer(first, isWithin)
      if (asked.length === 0) settled?.resolve()
    },
  })
  listen(stream, (chunk) => {
    if (asked.length === 0 && !isMidway) return false
    silence?.refresh()
    try {
      isMidway = incoming(chunk)
    } catch (error) {
      stream.destroy(error instanceof Error ? error : undefined)
    }
    return true
  })
  stream.once('close', () => {
    clearTimeout(silence)
    const error = stream.errored ?? new Error('Connection terminated unexpectedly')
    for (const each of asked.splice(0)) each.reject(each.error ?? error)
    settled?.resolve()
  })

  function breakOff(): void {
    if (asked.length > 0) stream.destroy(new Error('Query read timeout'))
  }

  function send(question: WireQuestion, isRepeated: boolean, resolve: Asked['resolve'], reject: Asked['reject']): void {
    if (question.role !== role) take(question.role).catch(() => undefined)
    post(question, isRepeated, resolve, reject)
  }

  // Sets the role in the same packet, ahead of the statement: no statement may run under another role than its own.
  function take(next: string | undefined): Promise<Reply> {
    role = next
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    post({ ...becoming, values: [next ?? 'none'] }, false, resolve, reject)
    return promise
  }

  function post(question: WireQuestion, isRepeated: boolean, resolve: Asked['resolve'], reject: Asked['reject']): void {
    const { name = '', text, values = [] } = question
    // Values that cannot be written must fail before any message of the statement is in the buffer.
    const texts = values.map(parameterText)
    const before = name === '' ? undefined : statements.get(name)
    const known = before ?? { fields: [] }
    if (!before) outgoing.parse(name, text)
    if (!before && name !== '') statements.set(name, known)
    outgoing.run(name, texts)
    const state = { isFirst: !before, isParsed: false, isRepeated, rows: [], count: 0, error: undefined }
    if (asked.length === 0) silence?.refresh()
    asked.push({ question, known, ...state, resolve, reject })
    if (isGathering) return
    isGathering = true
    setImmediate(() => {
      isGathering = false
      stream.write(outgoing.take())
    })
  }

  function answer({ question, known, error, rows, count, ...one }: Asked, isWithin: boolean): void {
    const { name } = question
    if (!error) {
      const [only = none] = rows
      return one.resolve({ fields: known.fields, rows: rows.length > 1 ? Buffer.concat(rows) : only, count })
    }
    if (name === becoming.name) return abandon({ stream, asked }, error, one.reject)
    const isKnown = name !== undefined && statements.get(name) === known
    if (isKnown && one.isFirst && !one.isParsed) statements.delete(name)
    if (name === undefined || one.isRepeated || !isForgotten(error)) return one.reject(error)
    // The statement did not run. Another question may have parsed the statement again already.
    if (isKnown && statements.delete(name)) outgoing.forget(name)
    // The transaction failed with the statement and has to be restarted as a whole.
    if (isWithin) return one.reject(error)
    return send(question, true, one.resolve, one.reject)
  }

  return {
    ask(question) {
      const { promise, resolve, reject } = Promise.withResolvers<Reply>()
      if (stream.writable) send(question, false, resolve, reject)
      else reject(new Error('Connection terminated'))
      return promise
    },
    async become(wanted) {
      if (wanted !== role) await take(wanted)
    },
    settled() {
      if (asked.length === 0) return Promise.resolve()
      settled ??= Promise.withResolvers<void>()
      return settled.promise
    },
  }
}

// Setting the role failed: statements that were sent for the role must not be answered under another role.
function abandon(
  { stream, asked }: { readonly stream: Duplex; readonly asked: Asked[] },
  error: Error,
  reject: Asked['reject'],
): void {
  reject(error)
  for (const each of asked.splice(0)) each.reject(error)
  stream.destroy(error)
}

/** Puts a listener before pg's listeners on the stream; pg receives the chunks that the listener does not take. */
function listen(stream: Duplex, takes: (chunk: Buffer) => boolean): void {
  const others = stream.listeners('data') as ((chunk: Buffer) => void)[]
  stream.on('data', (chunk: Buffer) => {
    if (takes(chunk)) return
    for (const other of others) other.call(stream, chunk)
  })
  for (const other of others) stream.off('data', other)
}
