import { newMember } from './access.ts'
import type { Stage } from './accessWorlds.ts'
import { openLintel, type WholeLintel } from './lintel.ts'
import { newEntity, newEnvironment, newMaker, type Maker, type Place } from './maker.ts'

/** The product with one administrator, four people and three tables: what worlds of rights are put on. */
export type AccessStage = {
  readonly lintel: WholeLintel
  readonly home: Place
  readonly stage: Stage
  readonly administrator: Maker
  readonly people: ReadonlyMap<string, Maker>
}

type Definition = {
  readonly id: string
  readonly uri: string
  readonly ownership: string
  readonly recordsharing: boolean
  readonly attributes: readonly { readonly id: string; readonly uri: string; readonly type: string }[]
}

export async function openAccessStage(name: string): Promise<AccessStage> {
  const lintel = await openLintel(name)
  const anna = await newMaker(lintel.send, 'anna@example.org')
  const home = await newEnvironment(anna, 'home')
  const attributes = [
    { name: 'City', uri: 'city', type: 'text', searchable: true },
    { name: 'Amount', uri: 'amount', type: 'number' },
    { name: 'Secret', uri: 'secret', type: 'text', searchable: true },
  ]
  const accounts = await newEntity(anna, home, 'accounts', attributes)
  const lookup = { name: 'Account', uri: 'account', type: 'N:1', related_entity: accounts.id }
  await newEntity(anna, home, 'orders', [...attributes, lookup])
  const settings = { name: 'settings', collectionname: 'settings', uri: 'rates', ownership: 'organisation', attributes }
  await anna.send('POST', `/api/metadata/entity/v1/${home.id}`, settings)
  const people = new Map([[anna.id, anna]])
  for (const first of ['bob', 'carl', 'dora', 'eve']) {
    const person = await newMember(lintel, home, `${first}@example.org`)
    people.set(person.id, person)
  }
  const { value } = (await anna.send('GET', `/api/metadata/entity/v1/${home.id}`)).json<{ value: Definition[] }>()
  const [root] = await lintel.database.query<{ id: string }>({ text: `select id from "${home.schema}"._unit` })
  const entities = ['accounts', 'orders', 'rates'].flatMap((uri) => value.filter((each) => each.uri === uri))
  const stage: Stage = {
    schema: home.schema,
    root: root?.id ?? '',
    members: [...people.keys()].map((id) => ({ id, administrator: id === anna.id })),
    entities: entities.map(({ id, uri, ownership, recordsharing, attributes: own }) => ({
      id,
      uri,
      organisation: ownership === 'organisation',
      sharing: recordsharing,
      attributes: Object.fromEntries(own.filter(({ type }) => type !== '1:N').map((each) => [each.uri, each.id])),
    })),
  }
  return { lintel, home, stage, administrator: anna, people }
}
