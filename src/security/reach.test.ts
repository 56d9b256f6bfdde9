import { describe, expect, test } from 'vitest'
import type { EntityDefinition } from '#entities/entity.ts'
import { emptyModel, modelOf } from '#entities/model.ts'
import type { Relationship } from '#entities/relationship.ts'
import { actions, type Action, type MemberRights, type Scope } from '#environments/memberRights.ts'
import { conditionOf, numbered } from '#security/condition.ts'
import { closedFields, fieldRights } from '#security/fields.ts'
import { reachOf, type Actor, type ReachDefinitions } from '#security/reach.ts'
import { grantsOf, scopeOf } from '#security/scope.ts'

const model = emptyModel
const orders = entity('orders', {})
const held: MemberRights = {
  principals: ['me', 'team'],
  units: ['north', 'lower'],
  unitChain: ['north', 'root'],
  held: [
    { roleId: 'clerk', principalId: 'me' },
    { roleId: 'boss', principalId: 'team' },
  ],
  privileges: [],
  fieldRules: [],
  activities: new Set(),
}
const place = { schema: 'e', alias: 't' } as const

function entity(id: string, change: Partial<EntityDefinition>): EntityDefinition {
  const plain = {
    id,
    uri: id,
    ownership: 'user',
    recordsharing: true,
    link_of: null,
    attributes: [{ id: 'a' }, { id: 'b' }],
  }
  return { ...plain, ...change } as unknown as EntityDefinition
}

function actor(
  scopes: Readonly<Record<string, Scope>>,
  change: Partial<MemberRights> = {},
  action: Action = 'read',
): Actor {
  const privileges = Object.entries(scopes).map(([roleId, scope]) => ({ roleId, entityId: 'orders', action, scope }))
  return { id: 'me', administrator: false, heldRights: { ...held, privileges, ...change } }
}

test('without a role that says otherwise nothing is within reach; an administrator reaches everything', () => {
  for (const action of actions) {
    expect(reachOf(actor({}), action, orders, model)).toBe('none')
    expect(reachOf({ ...actor({}), administrator: true }, action, orders, model)).toBe(null)
  }
})

test('the greatest scope of all roles counts, and who wants to know is told the role and through whom it is held', () => {
  const mixed = actor({ clerk: 'user', boss: 'unit' })
  expect(scopeOf(mixed, 'read', orders)).toBe('unit')
  expect(grantsOf(mixed, 'read', orders)).toEqual([
    { roleId: 'boss', principalId: 'team', scope: 'unit' },
    { roleId: 'clerk', principalId: 'me', scope: 'user' },
  ])
})

test.each<[Scope, readonly object[]]>([
  ['user', [{ kind: 'owner', principals: ['me'] }]],
  ['owned', [{ kind: 'owner', principals: ['me', 'team'] }]],
  [
    'unit',
    [
      { kind: 'owner', principals: ['me', 'team'] },
      { kind: 'unit', units: ['north', 'lower'] },
    ],
  ],
])('scope %s reaches by its grounds, and by shares of its action', (scope, grounds) => {
  const share = { kind: 'share', right: 'read', principals: ['me', 'team', 'north', 'root'] }
  expect(reachOf(actor({ clerk: scope }), 'read', orders, model)).toEqual({
    entity: orders,
    grounds: [...grounds, share],
  })
  const alone = entity('orders', { recordsharing: false })
  expect(reachOf(actor({ clerk: scope }), 'read', alone, model)).toEqual({ entity: alone, grounds })
})

test('of a create it tells who may become the owner', () => {
  const grounds = (scope: Scope) => reachOf(actor({ clerk: scope }, {}, 'create'), 'create', orders, model)
  expect(grounds('user')).toMatchObject({ grounds: [{ kind: 'owner', principals: ['me'] }] })
  expect(grounds('unit')).toMatchObject({ grounds: [{ kind: 'unit', units: ['north', 'lower'] }] })
  expect(grounds('all')).toBe(null)
})

test('whose unit is the root reaches every record by scope unit', () => {
  expect(reachOf(actor({ clerk: 'unit' }, { unitChain: ['root'] }), 'read', orders, model)).toBe(null)
})

test('an entity of the organisation knows only none and all', () => {
  const rates = entity('orders', { ownership: 'organisation' })
  for (const scope of ['user', 'owned', 'unit'] as const)
    expect(reachOf(actor({ clerk: scope }), 'read', rates, model)).toBe('none')
  expect(reachOf(actor({ clerk: 'all' }), 'read', rates, model)).toBe(null)
})

test('links go by the records at their ends', () => {
  const tags = entity('tags', {})
  const lookups = [
    { id: '1', uri: 'source', related_entity: 'orders' },
    { id: '2', uri: 'target', related_entity: 'tags' },
  ]
  const links = entity('links', {
    link_of: 'relationship',
    attributes: lookups as unknown as EntityDefinition['attributes'],
  })
  const whole: ReachDefinitions = { ...model, entities: new Map([orders, tags].map((each) => [each.id, each])) }
  const privilege = (entityId: string, action: Action, scope: Scope) => ({ roleId: 'clerk', entityId, action, scope })
  const by = (...privileges: ReturnType<typeof privilege>[]) => actor({}, { privileges })
  const reads = [privilege('orders', 'read', 'all'), privilege('tags', 'read', 'all')]
  expect(reachOf(by(...reads), 'read', links, whole)).toBe(null)
  expect(reachOf(by(privilege('orders', 'read', 'all')), 'read', links, whole)).toBe('none')
  expect(reachOf(by(...reads), 'create', links, whole)).toBe('none')
  const reach = reachOf(by(...reads, privilege('orders', 'update', 'user')), 'create', links, whole)
  const text = numbered(conditionOf(reach, { ...place, form: 'row' }), 1).text
  expect(text).toContain('"e"."orders" t_source_id where t_source_id."id" = t."source_id"')
  expect(text).toContain('t_target_id."id" = t."target_id" and false')
})

test('a list gathers the ids within reach; a row is looked at; the same rights of others give the same text', () => {
  const reach = (me: string) =>
    reachOf({ ...actor({ clerk: 'owned' }, { principals: [me, 'x'] }), id: me }, 'read', orders, model)
  const shared = `"e"."_share" shared where shared.principal_id = any($2::uuid[]) and shared.entity_id = 'orders'::uuid and shared.may_read and (shared.expires_on is null or shared.expires_on > now())`
  const gathered = conditionOf(reach('me'), { ...place, form: 'set' })
  // The same rows for lists in order: of each owner, and what is shared of others.
  expect(gathered?.branches?.map((each) => numbered({ ...each, key: '' }, 1))).toEqual([
    { text: '(t."owner_id" = $1::uuid)', values: ['me'] },
    { text: '(t."owner_id" = $1::uuid)', values: ['x'] },
    {
      text: `(t."id" in (select shared.record_id from ${shared.replace('$2', '$1')}) and (t."owner_id" = any($2::uuid[])) is not true)`,
      values: ['{me,x,north,root}', '{me,x}'],
    },
  ])
  expect(numbered(gathered, 1)).toEqual({
    text: `(t."id" in (select own."id" from "e"."orders" own where own."owner_id" = any($1::uuid[]) union select shared.record_id from ${shared}))`,
    values: ['{me,x}', '{me,x,north,root}'],
  })
  expect(numbered(conditionOf(reach('me'), { ...place, form: 'row' }), 1).text).toBe(
    `((t."owner_id" = any($1::uuid[]) or exists (select from ${shared} and shared.record_id = t."id")))`,
  )
  const unit = reachOf(actor({ clerk: 'unit' }), 'read', orders, model)
  const looked = shared.replace('$2', '$3')
  expect(numbered(conditionOf(unit, { ...place, form: 'set' }), 1).text).toBe(
    `((t."owner_id" = any($1::uuid[]) or t."owning_unit_id" = any($2::uuid[]) or t."id" = any(array(select shared.record_id from ${looked}))))`,
  )
  const [mine, theirs] = ['me', 'you'].map((who) => conditionOf(reach(who), { ...place, form: 'row' }))
  expect([mine?.key, mine?.parts]).toEqual([theirs?.key, theirs?.parts])
  expect(mine?.values).not.toEqual(theirs?.values)
})

test('all records need no condition, and none have one that nothing fulfils', () => {
  expect(conditionOf(null, { ...place, form: 'row' })).toBe(null)
  expect(numbered(conditionOf('none', { ...place, form: 'set' }), 1)).toEqual({ text: '(false)', values: [] })
  expect(numbered(null, 1)).toEqual({ text: 'true', values: [] })
})

test('field rules: the greatest over the roles that give any scope on the entity; a role without a rule gives all of it', () => {
  const rule = (roleId: string, mayRead: boolean, mayUpdate: boolean) => ({
    roleId,
    attributeId: 'a',
    mayRead,
    mayUpdate,
  })
  const hiding = actor({ clerk: 'user' }, { fieldRules: [rule('clerk', false, false)] })
  expect(fieldRights(hiding, orders, 'a')).toEqual({ mayRead: false, mayUpdate: false })
  expect(fieldRights(hiding, orders, 'b')).toEqual({ mayRead: true, mayUpdate: true })
  const both = actor({ clerk: 'user', boss: 'user' }, { fieldRules: [rule('clerk', false, false)] })
  expect(fieldRights(both, orders, 'a')).toEqual({ mayRead: true, mayUpdate: true })
  // The other role gives nothing on the entity, so that it says nothing of the attribute either.
  const other = actor({ clerk: 'user' }, { fieldRules: [rule('clerk', true, false), rule('boss', true, true)] })
  const defined = modelOf({ ...emptyModel, dropped: [], entities: [orders] })
  expect(closedFields(other, orders, defined)).toEqual({ unread: new Set(), fixed: new Set(['a']) })
  expect(closedFields({ ...hiding, administrator: true }, orders, defined).unread.size).toBe(0)
})

describe('a share is carried on to what belongs to the record', () => {
  const lookup = (uri: string, to: string) => ({
    id: `${uri} of ${to}`,
    type: 'N:1',
    uri,
    relationship_id: uri,
    related_entity: to,
  })
  const attributes = (...of: object[]) => of as unknown as EntityDefinition['attributes']
  const customers = entity('customers', { attributes: attributes(lookup('parent', 'customers')) })
  const invoices = entity('invoices', { attributes: attributes(lookup('customer', 'customers')) })
  const carried = (...uris: string[]): ReachDefinitions => ({
    entities: new Map([customers, invoices].map((each) => [each.id, each])),
    relationships: new Map(
      ['parent', 'customer'].map((uri) => [uri, { on_share: uris.includes(uri) ? 'cascade' : 'none' } as Relationship]),
    ),
  })
  const by = (customer: Scope, invoice: Scope, action: Action = 'read') => {
    const scopes = { customers: customer, invoices: invoice }
    const privileges = Object.entries(scopes).map(([entityId, scope]) => ({ roleId: 'clerk', entityId, action, scope }))
    return actor({}, { privileges })
  }
  const textOf = (who: Actor, definitions: ReachDefinitions, form: 'set' | 'row') =>
    numbered(conditionOf(reachOf(who, 'read', invoices, definitions), { ...place, form }), 1).text

  test('in a list by the index of the lookup, at one row by its key', () => {
    const who = by('user', 'user')
    expect(textOf(who, carried('customer'), 'set')).toContain(
      'union select own."id" from "e"."invoices" own where own."customer_id" in (select shared.record_id from "e"."_share" shared where shared.principal_id = any(',
    )
    expect(textOf(who, carried('customer'), 'row')).toContain('and shared.record_id = t."customer_id")')
    expect(textOf(by('user', 'unit'), carried('customer'), 'set')).toContain(
      'or t."customer_id" = any(array(select shared.record_id from',
    )
  })

  test('over several lookups, each once', () => {
    const reach = reachOf(by('user', 'user'), 'read', invoices, carried('customer', 'parent'))
    const ways = reach !== null && reach !== 'none' && 'grounds' in reach ? reach.grounds : []
    expect(
      ways.flatMap((way) => (way.kind === 'carried' ? [way.via.map(({ column }) => column).join('.')] : [])),
    ).toEqual(['customer_id', 'customer_id.parent_id'])
    expect(textOf(by('user', 'user'), carried('customer', 'parent'), 'row')).toContain(
      'exists (select from "e"."customers" carrier1 where carrier1."id" = t."customer_id" and exists (select from "e"."_share" shared',
    )
  })

  test('only where the relationship says so, roles give some scope at both ends, and shares of the record count', () => {
    const plain = textOf(by('user', 'user'), carried(), 'set')
    expect(plain).not.toContain('customer_id')
    expect(textOf(by('none', 'user'), carried('customer'), 'set')).toBe(plain)
    expect(reachOf(by('user', 'none'), 'read', invoices, carried('customer'))).toBe('none')
    expect(reachOf(by('user', 'all'), 'read', invoices, carried('customer'))).toBe(null)
    const closed = {
      ...carried('customer'),
      entities: new Map([['customers', { ...customers, recordsharing: false }]]),
    }
    expect(textOf(by('user', 'user'), closed, 'set')).toBe(plain)
  })
})
