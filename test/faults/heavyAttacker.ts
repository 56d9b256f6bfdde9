import { sendTo, type Send } from '../support/maker.ts'
import { attacks } from './heavyRequests.ts'

/** What the process of an attacker is told: which server, whose tokens, which environment, and which attack. */
export type AttackOrder = {
  readonly address: string
  readonly tokens: readonly string[]
  readonly environment: string
  readonly attack: string
}

/** How often each answer came. */
export type Answered = Readonly<Record<string, number>>

// A process of its own: what the attacker's answers cost must not be measured as the neighbour's waiting.
const ending = new AbortController()
process.on('message', (order: AttackOrder | 'end') => {
  if (order === 'end') ending.abort()
  else void attackAs(order)
})

async function attackAs({ address, tokens, environment, attack }: AttackOrder): Promise<void> {
  const answered: Record<string, number> = {}
  const send = sendTo(address)
  let next = 0
  const inTurn: Send = (method, path, body, headers) => {
    const token = tokens[next++ % tokens.length] ?? ''
    return send(method, path, body, { authorization: `Bearer ${token}`, ...headers })
  }
  const found = attacks.find(({ name }) => name === attack)
  await found?.send({ send: inTurn, environment }, ending.signal, (name) => {
    answered[name] = (answered[name] ?? 0) + 1
  })
  process.send?.(answered)
  process.disconnect()
}
