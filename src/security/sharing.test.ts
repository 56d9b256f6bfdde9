import { expect, test } from 'vitest'
import type { EntityDefinition } from '#entities/entity.ts'
import { actions, type MemberRights, type Scope } from '#environments/memberRights.ts'
import type { Actor } from '#security/reach.ts'
import type { SharedRight } from '#security/share.ts'
import { excessOf, givable, givenBy, sharesOf, type ShareHeld, type SharedRecord } from '#security/sharing.ts'

const orders = {
  id: 'orders',
  uri: 'orders',
  ownership: 'user',
  recordsharing: true,
  link_of: null,
  attributes: [],
} as unknown as EntityDefinition
const model = { entities: new Map([[orders.id, orders]]), relationships: new Map() }
const may = new Date('2030-05-01')
const june = new Date('2030-06-01')

/** Somebody with one scope for everything, in the unit north below the root. */
function actor(scope: Scope, change: Partial<Actor> = {}): Actor {
  const privileges = actions.map((action) => ({ roleId: 'role', entityId: orders.id, action, scope }))
  const heldRights: MemberRights = {
    principals: ['me', 'team'],
    units: ['north'],
    unitChain: ['north', 'root'],
    held: [{ roleId: 'role', principalId: 'me' }],
    privileges,
    fieldRules: [],
    activities: new Set(),
  }
  return { id: 'me', administrator: false, heldRights, ...change }
}

function record(ownerId: string, ...shares: readonly ShareHeld[]): SharedRecord {
  return { id: 'bridge', ownerId, unitId: 'south', shares } as unknown as SharedRecord
}

function share(principalId: string, rights: readonly SharedRight[], until: Date | null = null): ShareHeld {
  const has = (right: SharedRight) => rights.includes(right)
  return {
    principalId,
    may: { read: true, update: has('update'), delete: has('delete') },
    mayShare: has('share'),
    until,
  }
}

const given = (who: Actor, what: SharedRecord) => givenBy(who, { entity: orders, record: what, model })
const rights = (...wanted: readonly SharedRight[]) => ({
  read: wanted.includes('read'),
  update: wanted.includes('update'),
  delete: wanted.includes('delete'),
  share: wanted.includes('share'),
})

test('the owner, somebody in a team that owns, and an administrator give for ever what they may do themselves', () => {
  const everything = { read: null, update: null, delete: null, share: null }
  expect(given(actor('owned'), record('me'))).toEqual(everything)
  expect(given(actor('owned'), record('team'))).toEqual(everything)
  expect(given(actor('none', { administrator: true }), record('else'))).toEqual(everything)
  expect(givable(given(actor('none'), record('me')))).toEqual([])
})

test('who reaches a record by scope alone gives nothing: that takes the right to share', () => {
  expect(givable(given(actor('all'), record('else')))).toEqual([])
  expect(given(actor('all'), record('else', share('me', ['share'], june)))).toEqual({
    read: june,
    update: june,
    delete: june,
    share: june,
  })
})

test('who has rights by shares alone gives those, until the first of them ends', () => {
  const twice = record('else', share('me', ['share'], june), share('north', ['update'], may))
  expect(given(actor('user'), twice)).toEqual({ read: june, update: may, delete: 'never', share: june })
  const endless = record('else', share('root', ['share']), share('me', ['update'], may))
  expect(given(actor('user'), endless)).toEqual({ read: null, update: may, delete: 'never', share: null })
})

test('a share that is carried over from another record lets nobody share this one', () => {
  const carried = { ...share('me', ['share']), carried: { key: 'way', entityId: 'harbours', recordId: 'riga' } }
  expect(givable(given(actor('all'), record('else', carried)))).toEqual([])
})

test('more than one may give is a right that one lacks, or a right for longer than one has it', () => {
  const until = { read: null, update: may, delete: 'never', share: 'never' } as const
  expect(excessOf(until, rights('read', 'update', 'delete'), may)).toBe('right')
  expect(excessOf(until, rights('read', 'update'), june)).toBe('time')
  expect(excessOf(until, rights('read', 'update'), null)).toBe('time')
  expect(excessOf(until, rights('read', 'update'), may)).toBe(null)
  expect(excessOf(until, rights('read'), null)).toBe(null)
})

test('shares reach whom they are given to, their team, their unit and the units below that one', () => {
  const shares = ['me', 'team', 'north', 'root', 'south', 'else'].map((id) => share(id, []))
  expect(sharesOf(actor('user'), { shares }).map(({ principalId }) => principalId)).toEqual([
    'me',
    'team',
    'north',
    'root',
  ])
})
