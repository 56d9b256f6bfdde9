import type { Client } from 'pg'
import type { CompiledStatement } from '#odata/compile/statement.ts'
import type { Engine } from '#odata/engine.ts'
import { Fault } from '#faults/fault.ts'
import type { Guards } from '#odata/guard.ts'
import type { ODataModel } from '#odata/model.ts'
import { answer } from '#odata/protocol/answer.ts'
import type { Headers } from '#odata/protocol/message.ts'
import type { ODataStore } from '#odata/protocol/store.ts'
import { answersOf } from './odataShop.ts'

export type Read = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The body as JSON. */
  readonly body: Record<string, unknown>
  /** Its `value`. */
  readonly value: Record<string, unknown>[]
  /** The code of a refusal. */
  readonly code?: string
}

export type Reading = (address: string, headers?: Headers, body?: string) => Promise<Read>

type Over = {
  readonly client: Client
  readonly model: ODataModel
  readonly engine: Engine
  readonly guards?: Guards
  /** Is shown the text of each statement. */
  readonly seen?: (statement: string) => void
}

/** A service that can only be read, at `/r/`. An address may be a link that the service gave. */
export function readingOf({ client, model, engine, guards = () => null, seen }: Over): Reading {
  const store = {
    root: '/r/',
    reading: (attempt) =>
      attempt({
        model,
        engine,
        guards,
        async run<Row extends object>(statement: CompiledStatement) {
          seen?.(statement.text)
          const [row] = await answersOf<Row>(client, statement)
          if (!row) throw new Error('no row')
          return row
        },
      }),
  } as Pick<ODataStore, 'root' | 'reading'> as ODataStore
  return async (address, headers = {}, body) => {
    const [path = '', ...query] = address.replace(/^\/r\//, '').split('?')
    const method = body === undefined ? 'GET' : 'POST'
    const request = { method, path, query: query.join('?'), headers, ...(body !== undefined && { body }) } as const
    try {
      const { body = '', ...rest } = await answer(request, store)
      const text = typeof body === 'string' ? body : await hexOf(body)
      const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
      return { ...rest, text, body: json, value: json['value'] as Read['value'] }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const { status, code, target, parameters } = error
      return { status, code, headers: {}, text: '', body: { target, ...parameters }, value: [] }
    }
  }
}

// Bytes are told as PostgreSQL writes them.
async function hexOf(body: AsyncIterable<string | Uint8Array>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of body) parts.push(Buffer.from(part))
  return `\\x${Buffer.concat(parts).toString('hex')}`
}
