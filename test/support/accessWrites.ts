import { account, judge, orders, words, type Asking, type Tuple } from './accessQuestions.ts'

/** Questions that change something; what is done is noted in the world. */
export const writing: Readonly<Record<string, Tuple>> = {
  async update(asking) {
    const { send, at, entity, record, chance } = asking
    const uri = chance.pick(['city', 'secret'])
    const value = chance.pick(words)
    const answer = await send('PATCH', at(`${entity.uri}(${record.id})`), { [uri]: value })
    const verdict = judge('update', answer, wantedOf(asking, 'update', [uri]))
    if (answer.status < 300) record.values[uri] = value
    return verdict
  },

  async link(asking) {
    const { send, at, reference, member, chance } = asking
    const entity = orders(asking)
    const record = chance.pick(entity.records)
    const target = chance.pick(account(asking).records)
    const answer = await send('PATCH', at(`orders(${record.id})`), { account_id: target.id })
    const isOpen = reference.readable(member, account(asking)).includes(target)
    // Who reaches a record by a share alone does not put it below another one, whose shares would reach it.
    const isPassedOn = record.values['account_id'] !== target.id && !reference.holds(member, 'update', entity, record)
    const allowed = wantedOf({ ...asking, entity, record }, 'update', ['account'])
    const wanted = allowed === 'done' && isPassedOn ? 403 : allowed
    const verdict = judge('link', answer, isOpen || wanted !== 'done' ? wanted : 422)
    if (answer.status < 300) record.values['account_id'] = target.id
    return verdict
  },

  async remove(asking) {
    const { send, at, reference, member, entity, record } = asking
    // Records that others lead to take them along, or stay.
    if (entity.uri === 'accounts' || entity.uri === 'orders') return undefined
    const answer = await send('DELETE', at(`${entity.uri}(${record.id})`))
    const wanted =
      !reference.sees(member, entity) || !reference.readable(member, entity).includes(record)
        ? 404
        : reference.may(member, 'delete', entity, record)
          ? 'done'
          : 403
    if (answer.status < 300) Object.assign(record, { isTrashed: true })
    return judge('remove', answer, wanted)
  },

  async create(asking) {
    const { send, at, world, reference, member, entity, chance } = asking
    const owner = chance.pick([...world.members, ...world.teams.filter(({ kind }) => kind === 'owner')]).id
    const answer = await send('POST', at(entity.uri), { name: 'new', owner_id: owner })
    const wanted = !reference.sees(member, entity) ? 404 : reference.mayOwn(member, entity, owner) ? 'done' : 403
    if (answer.status < 300) {
      const { id } = answer.json<{ id: string }>()
      entity.records.push({
        id,
        name: 'new',
        owner,
        unit: reference.unitOf(owner),
        values: { city: null, amount: null, secret: null },
      })
    }
    return judge('create', answer, wanted)
  },

  async assign(asking) {
    const { send, at, world, reference, member, entity, record, chance } = asking
    const owner = chance.pick([...world.members, ...world.teams.filter(({ kind }) => kind === 'owner')]).id
    const answer = await send('PATCH', at(`${entity.uri}(${record.id})`), { owner_id: owner })
    const isKept = owner === record.owner
    let wanted = wantedOf(asking, 'update', [])
    if (wanted === 'done' && !isKept)
      wanted = !reference.mayOwn(member, entity, owner) ? 403 : reference.ownerReads(owner, entity) ? 'done' : 400
    if (answer.status < 300 && !isKept) Object.assign(record, { owner, unit: reference.unitOf(owner) })
    return judge('assign', answer, wanted)
  },
}

/** What a change of attributes of a record should come to. */
function wantedOf(
  { reference, member, entity, record }: Asking,
  action: 'update',
  uris: readonly string[],
): number | 'done' {
  if (!reference.sees(member, entity)) return 404
  if (!uris.every((uri) => reference.field(member, entity, uri, 'read'))) return 422
  if (!uris.every((uri) => reference.field(member, entity, uri, 'update'))) return 403
  if (!reference.readable(member, entity).includes(record))
    return record.isTrashed && reference.may(member, 'read', entity, record) ? 410 : 404
  return reference.may(member, action, entity, record) ? 'done' : 403
}
