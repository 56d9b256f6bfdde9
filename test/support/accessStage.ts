import { newMember } from './access.ts'
import type { Stage } from './accessWorlds.ts'
import { openLintel, type WholeLintel } from './lintel.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from './maker.ts'

/**
 * The product with one administrator, four people and four tables: what worlds of rights are put on. Shares are carried on
 * from accounts to those below them, to their orders, and from those to their lines.
 */
export type AccessStage = {
  readonly lintel: WholeLintel
  readonly home: Place
  readonly stage: Stage
  readonly administrator: Maker
  readonly people: ReadonlyMap<string, Maker>
}

const own = (uri: string) => ({
  veiled: { reads: [`${uri}.secret`] },
  further: { reads: [`${uri}.veiled`] },
  open: { reads: [`${uri}.secret`], isShown: true },
})
const computed: Readonly<Record<string, Stage['entities'][number]['computed']>> = {
  accounts: { ...own('accounts'), gathered: { reads: ['orders.account', 'orders.veiled'] } },
  orders: { ...own('orders'), linked: { reads: ['orders.account', 'accounts.further'] } },
  lines: { twice: { reads: ['lines.order', 'orders.account', 'accounts.gathered'] } },
}

type Definition = {
  readonly id: string
  readonly uri: string
  readonly ownership: string
  readonly recordsharing: boolean
  readonly attributes: readonly {
    readonly id: string
    readonly uri: string
    readonly type: string
    readonly related_entity: string | null
    readonly relationship_id: string | null
  }[]
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
  // What is computed from the secret, from that, and what is shown all the same.
  const formula = (uri: string, expression: string, more = {}) => ({
    name: `Formula ${uri}`,
    uri,
    type: 'formula',
    expression,
    ...more,
  })
  const formulas = [
    formula('veiled', 'CONCAT("so ", secret)'),
    formula('further', 'UPPER(veiled)'),
    formula('open', 'CONCAT("so ", secret)', { shown_over_hidden: true }),
  ]
  const accounts = await newEntity(anna, home, 'accounts', [...attributes, ...formulas])
  const lookup = (uri: string, { id }: Named) => ({ name: `To ${uri}`, uri, type: 'N:1', related_entity: id })
  const definitions = (path: string) => `/api/metadata/${path}/v1/${home.id}`
  await expected(201, anna.send('POST', `${definitions('attribute')}/${accounts.id}`, lookup('parent', accounts)))
  const orders = await newEntity(anna, home, 'orders', [
    ...attributes,
    ...formulas,
    lookup('account', accounts),
    formula('linked', 'account.further'),
  ])
  const summed = { path: ['orders'], function: 'max', attribute: 'veiled' }
  const gathered = { name: 'Gathered', uri: 'gathered', type: 'rollup', rollup: summed }
  await expected(201, anna.send('POST', `${definitions('attribute')}/${accounts.id}`, gathered))
  await newEntity(anna, home, 'lines', [
    ...attributes,
    lookup('order', orders),
    formula('twice', 'order.account.gathered'),
  ])
  const settings = { name: 'settings', collectionname: 'settings', uri: 'rates', ownership: 'organisation', attributes }
  await anna.send('POST', definitions('entity'), settings)
  const people = new Map([[anna.id, anna]])
  for (const first of ['bob', 'carl', 'dora', 'eve']) {
    const person = await newMember(lintel, home, `${first}@example.org`)
    people.set(person.id, person)
  }
  const { value } = (await anna.send('GET', definitions('entity'))).json<{ value: Definition[] }>()
  for (const { relationship_id: id, type } of value.flatMap((entity) => entity.attributes))
    if (type === 'N:1')
      await expected(200, anna.send('PATCH', `${definitions('relationship')}/${id}`, { on_share: 'cascade' }))
  const uriOf = (id: string | null) => value.find((each) => each.id === id)?.uri ?? ''
  const [root] = await lintel.database.query<{ id: string }>({ text: `select id from "${home.schema}"._unit` })
  const entities = ['accounts', 'orders', 'lines', 'rates'].flatMap((uri) => value.filter((each) => each.uri === uri))
  const stage: Stage = {
    schema: home.schema,
    root: root?.id ?? '',
    members: [...people.keys()].map((id) => ({ id, administrator: id === anna.id })),
    entities: entities.map(({ id, uri, ownership, recordsharing, attributes: own }) => {
      const lookups = own.filter(({ type }) => type === 'N:1')
      const links = Object.fromEntries(lookups.map((each) => [`${each.uri}_id`, uriOf(each.related_entity)]))
      return {
        id,
        uri,
        organisation: ownership === 'organisation',
        sharing: recordsharing,
        attributes: Object.fromEntries(own.filter(({ type }) => type !== '1:N').map((each) => [each.uri, each.id])),
        links,
        carries: links,
        computed: computed[uri] ?? {},
      }
    }),
  }
  return { lintel, home, stage, administrator: anna, people }
}
