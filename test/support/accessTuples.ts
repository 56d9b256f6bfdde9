import {
  type Tuple,
  words,
  same,
  valueOf,
  ids,
  encoded,
  unknownTo,
  listOf,
  judge,
  account,
  orders,
} from './accessQuestions.ts'

/** Questions that change nothing. */
export const reading: Readonly<Record<string, Tuple>> = {
  list: (asking) => listOf(asking, 'list', '', asking.reference.readable(asking.member, asking.entity)),

  async one(asking) {
    const { send, at, entity, record, reference, member } = asking
    const answer = await send('GET', at(`${entity.uri}(${record.id})`))
    const isThere = reference.sees(member, entity) && reference.readable(member, entity).includes(record)
    if (!isThere) return judge('one', answer, 404)
    const shown = Object.keys(entity.attributes).filter((uri) =>
      Object.hasOwn(answer.json<object>(), entity.carries?.[`${uri}_id`] ? `${uri}_id` : uri),
    )
    return same(
      'fields of one',
      shown,
      Object.keys(entity.attributes).filter((uri) => reference.field(member, entity, uri, 'read')),
    )
  },

  async expand(asking) {
    const { send, at, reference, member } = asking
    const answer = await send('GET', at('orders?$select=id,account_id&$expand=account($select=id)&$top=1000'))
    const within = { ...asking, entity: orders(asking) }
    const refused = unknownTo(within, 'account') ?? (reference.sees(member, account(asking)) ? undefined : 400)
    if (refused !== undefined) return same('expand', answer.status, refused)
    const known = new Set(reference.readable(member, account(asking)).map(({ id }) => id))
    const wanted = reference
      .readable(member, orders(asking))
      .map(({ id, values }) => [
        id,
        values['account_id'],
        known.has(String(values['account_id'])) ? values['account_id'] : null,
      ])
    const found = valueOf(answer).map((row) => [
      row['id'],
      row['account_id'],
      (row['account'] as { id?: string } | null)?.id ?? null,
    ])
    return same('expand', found.map(String).toSorted(), wanted.map(String).toSorted())
  },

  async names(asking) {
    const { send, at, reference, member } = asking
    const query = 'orders?$select=id,account_id&$top=1000'
    const answer = await send('GET', at(query), undefined, { prefer: 'odata.include-annotations="*"' })
    const refused = unknownTo({ ...asking, entity: orders(asking) }, 'account')
    if (refused !== undefined) return same('names', answer.status, refused)
    const known = new Map(reference.readable(member, account(asking)).map(({ id, name }) => [id, name]))
    const wanted = reference
      .readable(member, orders(asking))
      .map(({ id, values }) => [id, known.get(String(values['account_id'])) ?? null])
    const found = valueOf(answer).map((row) => [row['id'], row['account_id@lintel.lookupName'] ?? null])
    return same('names', found.map(String).toSorted(), wanted.map(String).toSorted())
  },

  async lambda(asking) {
    const { reference, member, chance } = asking
    const most = chance.below(5)
    const within = { ...asking, entity: orders(asking) }
    const rows = reference.readable(member, orders(asking)).filter(({ values }) => Number(values['amount']) > most)
    const wanted = reference
      .readable(member, account(asking))
      .filter(({ id }) => rows.some(({ values }) => values['account_id'] === id))
    const refused =
      unknownTo({ ...asking, entity: account(asking) }) ??
      (unknownTo(within, 'account', 'amount') === undefined ? undefined : 400)
    const answer = await asking.send(
      'GET',
      asking.at(`accounts?$select=id&$filter=${encoded(`orders/any(o:o/amount gt ${most})`)}`),
    )
    if (refused !== undefined) return same('lambda', answer.status, refused)
    return same('lambda', ids(valueOf(answer)), ids(wanted))
  },

  filter(asking) {
    const word = asking.chance.pick(words)
    const wanted = asking.reference
      .readable(asking.member, asking.entity)
      .filter(({ values }) => values['secret'] === word)
    return listOf(asking, 'filter', `&$filter=${encoded(`secret eq '${word}'`)}`, wanted, 'secret')
  },

  /** What is computed from what may be hidden, asked for, compared, sorted by and gathered. */
  async computed(asking) {
    const { chance, entity, reference, member, send, at } = asking
    const uris = Object.keys(entity.computed ?? {})
    if (uris.length === 0) return undefined
    const uri = chance.pick(uris)
    const query = chance.pick([
      `$select=${uri}`,
      `$filter=${encoded(`${uri} ne 'nobody'`)}`,
      `$orderby=${uri}`,
      `$compute=${encoded(`concat(${uri},'x') as c`)}&$select=c`,
      `$apply=${encoded(`aggregate(${uri} with max as most)`)}`,
      `$apply=${encoded(`groupby((${uri}))`)}`,
    ])
    const answer = await send('GET', at(`${entity.uri}?${query}`))
    const refused = unknownTo(asking, uri)
    if (refused !== undefined) return same(`computed ${uri} ${query}`, answer.status, refused)
    if (answer.status !== 200) return `computed ${uri} ${query}: ${answer.status} ${answer.text.slice(0, 200)}`
    if (!['veiled', 'open'].includes(uri)) return undefined
    const word = chance.pick(words)
    const wanted = reference.readable(member, entity).filter(({ values }) => values['secret'] === word)
    return listOf(asking, `computed ${uri}`, `&$filter=${encoded(`${uri} eq 'so ${word}'`)}`, wanted, uri)
  },

  order(asking) {
    return listOf(
      asking,
      'order',
      '&$orderby=secret',
      asking.reference.readable(asking.member, asking.entity),
      'secret',
    )
  },

  async through(asking) {
    const { reference, member, chance, send, at } = asking
    const word = chance.pick(words)
    const answer = await send('GET', at(`orders?$select=id&$filter=${encoded(`account/city eq '${word}'`)}`))
    const isOpen = unknownTo({ ...asking, entity: account(asking) }, 'city') === undefined
    const refused = unknownTo({ ...asking, entity: orders(asking) }, 'account') ?? (isOpen ? undefined : 400)
    if (refused !== undefined) return same('through', answer.status, refused)
    const known = reference.readable(member, account(asking)).filter(({ values }) => values['city'] === word)
    const wanted = reference
      .readable(member, orders(asking))
      .filter(({ values }) => known.some(({ id }) => id === values['account_id']))
    return same('through', ids(valueOf(answer)), ids(wanted))
  },

  async count(asking) {
    const { send, at, entity, reference, member } = asking
    const answer = await send('GET', at(`${entity.uri}/$count`))
    const refused = unknownTo(asking)
    if (refused !== undefined) return same('count', answer.status, refused)
    return same('count', answer.text, String(reference.readable(member, entity).length))
  },

  async apply(asking) {
    const { send, at, entity, reference, member } = asking
    const answer = await send(
      'GET',
      at(`${entity.uri}?$apply=${encoded('aggregate(amount with sum as total,$count as n)')}`),
    )
    const refused = unknownTo(asking, 'amount')
    if (refused !== undefined) return same('apply', answer.status, refused)
    const rows = reference.readable(member, entity)
    const [found] = valueOf(answer)
    const amounts = rows.flatMap(({ values }) => (values['amount'] === null ? [] : [Number(values['amount'])]))
    const total = amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0)
    return same(
      'apply',
      [found?.['n'], found?.['total']].map((each) => (each === null ? null : Number(each))),
      [rows.length, total],
    )
  },

  search(asking) {
    const { reference, member, entity, chance } = asking
    const word = chance.pick(words)
    const open = ['city', 'secret'].filter((uri) => reference.field(member, entity, uri, 'read'))
    const wanted = reference
      .readable(member, entity)
      .filter(({ name, values }) => name === word || open.some((uri) => values[uri] === word))
    return listOf(asking, 'search', `&$search=${word}`, wanted)
  },

  async everywhere(asking) {
    const { send, call, world, reference, member, chance } = asking
    const word = chance.pick(words)
    const { value } = (await send('GET', `${call('search', asking.entity).replace(/\/[^/]*$/, '')}?q=${word}`)).json<{
      value: { entity_id: string; records: { id: string }[] }[]
    }>()
    const found = value.flatMap(({ records }) => records.map(({ id }) => id))
    const wanted = new Set(
      world.entities.flatMap((entity) =>
        reference
          .readable(member, entity)
          .filter(({ name, values }) =>
            [
              name,
              ...['city', 'secret']
                .filter((uri) => reference.field(member, entity, uri, 'read'))
                .map((uri) => values[uri]),
            ].includes(word),
          )
          .map(({ id }) => id),
      ),
    )
    return same(
      'everywhere',
      found.filter((id) => !wanted.has(id)),
      [],
    )
  },

  async export(asking) {
    const { send, call, entity, reference, member } = asking
    const answer = await send('GET', `${call('export', entity)}?format=jsonl`)
    const refused = unknownTo(asking)
    if (refused !== undefined) return same('export', answer.status, refused)
    const rows = answer.text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const wanted = reference.readable(member, entity)
    const isShown = rows.some((row) => 'secret' in row || 'Secret' in row)
    const mayShow = wanted.length > 0 && reference.field(member, entity, 'secret', 'read')
    return same('export', ids(rows), ids(wanted)) ?? same('fields of export', isShown, mayShow)
  },

  async history(asking) {
    const { send, call, entity, record, reference, member } = asking
    const answer = await send('GET', call('history', entity, `/${record.id}`))
    if (!reference.sees(member, entity) || !reference.may(member, 'read', entity, record))
      return judge('history', answer, 404)
    if (answer.status !== 200) return judge('history', answer, 'done')
    const changed = answer
      .json<{ value: { changes: { column: string }[] }[] }>()
      .value.flatMap(({ changes }) => changes.map(({ column }) => column))
    const hidden = Object.keys(entity.attributes).filter((uri) => !reference.field(member, entity, uri, 'read'))
    return same(
      'fields of history',
      changed.filter((column) => hidden.includes(column)),
      [],
    )
  },

  async trash(asking) {
    const { send, call, entity, reference, member } = asking
    const answer = await send('GET', call('trash', entity))
    const refused = unknownTo(asking)
    if (refused !== undefined) return same('trash', answer.status, refused)
    const wanted = entity.records.filter((record) => record.isTrashed && reference.may(member, 'read', entity, record))
    return same('trash', ids(valueOf(answer)), ids(wanted))
  },

  async definitions(asking) {
    const { send, call, entity, world, reference, member } = asking
    const answer = await send('GET', call('metadata', entity).replace(/\/[^/]*$/, ''))
    const { entities } = answer.json<{ entities: { uri: string; attributes: { uri: string; type: string }[] }[] }>()
    const found = entities.map(({ uri, attributes }) => [
      uri,
      ...attributes
        .filter(({ type }) => type !== '1:N')
        .map((each) => each.uri)
        .toSorted(),
    ])
    const wanted = world.entities
      .filter((each) => reference.sees(member, each))
      .map((each) => [
        each.uri,
        ...Object.keys(each.attributes)
          .filter((uri) => reference.field(member, each, uri, 'read'))
          .toSorted(),
      ])
    return same('definitions', found.map(String).toSorted(), wanted.map(String).toSorted())
  },
}
