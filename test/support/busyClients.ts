import { Agent, request } from 'node:http'

/** Clients that send one request after the other over connections that they keep, until the server takes none any more. */
export type BusyClients = {
  /** What was begun from now on may be refused; what was begun before must be answered. */
  markStop(): void
  /** How many requests were begun. */
  readonly begun: () => number
  /** Waits for the end of all clients. */
  end(): Promise<RequestCounts>
}

export type RequestCounts = {
  readonly answered: number
  /** Refused before the server took it: 503, or a connection that was closed or refused without a byte of an answer. */
  readonly refused: number
  /** Begun before the stop and not answered, or answered only in part. */
  readonly cut: number
  /** Other answers than were to be expected. */
  readonly other: number
  /** Names of records whose making was not answered: none of them may be there. */
  readonly unanswered: readonly string[]
}

export type BusyOptions = {
  readonly address: string
  readonly token: string
  readonly envid: string
  readonly exported: string
}

type Outcome = 'answered' | 'refused' | 'cut' | 'other'

/** Four clients that write and four that read, and one that exports a whole table once. */
export function startClients(options: BusyOptions): BusyClients {
  const counts = { answered: 0, refused: 0, cut: 0, other: 0, begun: 0 }
  const unanswered: string[] = []
  const path = `/api/odata/v1/${options.envid}/orders`
  let isStopping = false

  const send = async (agent: Agent, method: string, url: string, body?: object): Promise<Outcome> => {
    counts.begun++
    const begunBefore = !isStopping
    const outcome = await ask(options, agent, method, url, body, begunBefore)
    counts[outcome]++
    return outcome
  }
  const work = async (number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let round = 0, goesOn = true; goesOn; round++) {
      const name = `Client ${number} ${round} ${options.address}`
      const outcome = await (number % 2 === 0
        ? send(agent, 'POST', path, { name })
        : send(agent, 'GET', `${path}?$top=50`))
      if (outcome !== 'answered' && number % 2 === 0) unanswered.push(name)
      goesOn = outcome === 'answered' && !(isStopping && round > 100_000)
    }
    agent.destroy()
  }
  const exporting = send(new Agent(), 'GET', `/api/export/v1/${options.envid}/${options.exported}?format=csv`)
  const working = Promise.all(Array.from({ length: 8 }, (_, number) => work(number)))
  return {
    markStop: () => (isStopping = true),
    begun: () => counts.begun,
    async end() {
      await Promise.all([working, exporting])
      const { begun: _, ...rest } = counts
      return { ...rest, unanswered }
    },
  }
}

function ask(
  { address, token }: BusyOptions,
  agent: Agent,
  method: string,
  path: string,
  body: object | undefined,
  begunBefore: boolean,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const failed = () => resolve(begunBefore ? 'cut' : 'refused')
    const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
    const asked = request(address + path, { method, agent, headers }, (answer) => {
      answer.on('error', () => resolve('cut'))
      answer.on('end', () => {
        if (!answer.complete) resolve('cut')
        else if (answer.statusCode === 503) failed()
        else resolve((answer.statusCode ?? 500) < 300 ? 'answered' : 'other')
      })
      answer.resume()
    })
    asked.on('error', failed)
    asked.end(body ? JSON.stringify(body) : undefined)
  })
}
