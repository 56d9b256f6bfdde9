import { encoded, ids, judge, same, unknownTo, valueOf, type Tuple } from './accessQuestions.ts'
import type { WorldEntity } from './accessReference.ts'
import type { Answer } from './maker.ts'

/** Questions about lists in order, and about what lookups offer. */
export const listing: Readonly<Record<string, Tuple>> = {
  async pages(asking) {
    const { send, at, entity, reference, member, chance } = asking
    const order = chance.pick(['created_on desc', 'name', 'name desc', 'id desc', 'owner_id,created_on'])
    const [size, skip] = [1 + chance.below(4), chance.below(4)]
    const query = `${entity.uri}?$select=id&$orderby=${encoded(order)}`
    const whole = await send('GET', at(`${query}&$top=1000&$count=true`))
    const refused = unknownTo(asking)
    if (refused !== undefined) return same('pages', whole.status, refused)
    const all = valueOf(whole).map(({ id }) => String(id))
    const wanted = reference.readable(member, entity)
    const found: string[] = []
    for (let next: string | undefined = at(query); next !== undefined;) {
      const answer: Answer = await send('GET', next, undefined, { prefer: `odata.maxpagesize=${size}` })
      found.push(...valueOf(answer).map(({ id }) => String(id)))
      const link: string | undefined = answer.json<{ '@odata.nextLink'?: string }>()['@odata.nextLink']
      next = link && new URL(link, 'http://any').pathname + new URL(link, 'http://any').search
    }
    const cut = valueOf(await send('GET', at(`${query}&$top=${size}&$skip=${skip}`))).map(({ id }) => String(id))
    return (
      same(`in order of ${order}`, all.toSorted(), ids(wanted)) ??
      same('count', whole.json<{ '@odata.count': number }>()['@odata.count'], wanted.length) ??
      same(`pages of ${order}`, found, all) ??
      same(`some of ${order}`, cut, all.slice(skip, skip + size)) ??
      (order === 'id desc' ? same('order', all, all.toSorted().toReversed()) : undefined)
    )
  },

  /** What a lookup offers. */
  async candidates(asking) {
    const { send, call, world, reference, member, chance } = asking
    const from = chance.pick(world.entities.filter(({ carries = {} }) => Object.keys(carries).length > 0))
    const [column, to] = chance.pick(Object.entries(from.carries ?? {}))
    const uri = column.replace(/_id$/, '')
    const target = world.entities.find((each) => each.uri === to) as WorldEntity
    const path = call('candidate', from).replace(/[^/]*$/, from.attributes[uri] ?? '')
    const answer = await send('POST', path, { top: 100 })
    const isThere =
      reference.sees(member, from) && reference.field(member, from, uri, 'read') && reference.sees(member, target)
    if (!isThere) return judge('candidates', answer, 404)
    return same('candidates', ids(valueOf(answer)), ids(reference.readable(member, target)))
  },
}
