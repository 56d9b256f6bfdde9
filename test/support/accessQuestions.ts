import type { Answer, Send } from './maker.ts'
import type { Reference, World, WorldEntity, WorldRecord } from './accessReference.ts'
import type { Chance } from './accessWorlds.ts'

/** One question to the product: who asks what of which entity. */
export type Asking = {
  readonly world: World
  readonly reference: Reference
  readonly chance: Chance
  readonly member: string
  readonly entity: WorldEntity
  readonly record: WorldRecord
  readonly send: Send
  /** The address of an entity's records. */
  readonly at: (rest: string) => string
  /** The address of another call about an entity. */
  readonly call: (name: string, entity: WorldEntity, rest?: string) => string
}

/** What is found to be otherwise than the reference says; nothing where both agree. */
export type Verdict = string | undefined

export type Tuple = (asking: Asking) => Promise<Verdict>

export const words = ['amber', 'birch', 'cedar']
export const same = (what: string, found: unknown, wanted: unknown): Verdict =>
  JSON.stringify(found) === JSON.stringify(wanted)
    ? undefined
    : `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`
export const valueOf = (answer: Answer) => {
  const { value } = answer.json<{ value?: Record<string, unknown>[] }>()
  if (!value) throw new Error(answer.text.slice(0, 300))
  return value
}
export const ids = (rows: readonly { readonly id?: unknown }[]) => rows.map(({ id }) => String(id)).toSorted()
export const encoded = (text: string) => encodeURIComponent(text)

/** Whether the entity and all of these attributes are there for the asker; 404 and 400 tell that they are not. */
export function unknownTo({ reference, member, entity }: Asking, ...uris: string[]): number | undefined {
  if (!reference.sees(member, entity)) return 404
  return uris.every((uri) => reference.field(member, entity, uri, 'read')) ? undefined : 400
}

/** Asks for a list, which must hold what the reference lists. */
export async function listOf(
  asking: Asking,
  kind: string,
  query: string,
  wanted: readonly WorldRecord[],
  ...uris: string[]
): Promise<Verdict> {
  const { send, at, entity } = asking
  const answer = await send('GET', at(`${entity.uri}?$select=id&$top=1000${query}`))
  const refused = unknownTo(asking, ...uris)
  if (refused !== undefined) return same(kind, answer.status, refused)
  return answer.status === 200
    ? same(kind, ids(valueOf(answer)), ids(wanted))
    : `${kind}: ${answer.status} ${answer.text}`
}

/** Runs a write; answers what it should have come to, and whether it was done. */
export function judge(kind: string, answer: Answer, wanted: number | 'done'): Verdict {
  const isDone = answer.status < 300
  // A key that is in the trash is told to who may read what is there; who may not create anew gets no further.
  if (wanted === 'done' ? isDone : answer.status === wanted || (wanted === 410 && answer.status === 404))
    return undefined
  return `${kind}: ${answer.status} instead of ${wanted}: ${answer.text.slice(0, 200)}`
}

export const account = ({ world }: Asking) => world.entities.find(({ uri }) => uri === 'accounts') as WorldEntity
export const orders = ({ world }: Asking) => world.entities.find(({ uri }) => uri === 'orders') as WorldEntity
