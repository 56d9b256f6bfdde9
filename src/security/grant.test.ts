import { describe, expect, test } from 'vitest'
import type { EntityDefinition } from '#entities/entity.ts'
import { activities, type Activity } from '#environments/activity.ts'
import { scopes, type Privilege, type Scope } from '#environments/memberRights.ts'
import { exceeds, grantOfAllowed, nothingHeld, type GrantingMember } from '#security/grant.ts'

const attribute = { id: 'salary' }
const orders = { id: 'orders', ownership: 'user', attributes: [attribute] } as unknown as EntityDefinition
const world = { id: 'world', ownership: 'organisation', attributes: [] } as unknown as EntityDefinition
const model = { entities: new Map([orders, world].map((entity) => [entity.id, entity])) }

const reading = (scope: Scope, entityId = 'orders', roleId = 'role'): Privilege => ({
  roleId,
  entityId,
  action: 'read',
  scope,
})
const blind = { roleId: 'role', attributeId: 'salary', mayRead: false, mayUpdate: false }
const half = { ...blind, mayRead: true }

function having(
  rights: { privileges?: Privilege[]; fieldRules?: (typeof blind)[]; activities?: Activity[] },
  units: string[] = [],
): GrantingMember {
  const { privileges = [], fieldRules = [] } = rights
  const held = grantOfAllowed({ administrator: false, privileges, fieldRules, activities: new Set(rights.activities) })
  return { ...held, heldRights: { ...held.heldRights, units } }
}

const everything = grantOfAllowed({
  administrator: true,
  privileges: [],
  fieldRules: [],
  activities: new Set(activities),
})
const gives = (giver: GrantingMember, after: GrantingMember, units: string[] = [], before = nothingHeld) =>
  !exceeds(giver, { before, after, units }, model)

describe('nobody gives more than they hold', () => {
  test('of each scope: it and those below it', () => {
    for (const held of scopes)
      for (const given of scopes) {
        const answer = gives(
          having({ privileges: [reading(held)] }, ['north']),
          having({ privileges: [reading(given)] }),
          ['north'],
        )
        expect(answer, `${held} gives ${given}`).toBe(scopes.indexOf(given) <= scopes.indexOf(held))
      }
  })

  test('the scope business unit only in one’s own branch', () => {
    const [giver, given] = [
      having({ privileges: [reading('unit')] }, ['north', 'port']),
      having({ privileges: [reading('unit')] }),
    ]
    expect(gives(giver, given, ['port'])).toBe(true)
    expect(gives(giver, given, ['port', 'south'])).toBe(false)
    expect(gives(having({ privileges: [reading('all')] }, ['north']), given, ['south'])).toBe(true)
  })

  test('nor another action, another entity, an activity or the administrator’s role', () => {
    const giver = having({ privileges: [reading('all')], activities: ['export'] })
    expect(gives(giver, having({ privileges: [{ ...reading('user'), action: 'delete' }] }))).toBe(false)
    expect(gives(giver, having({ privileges: [reading('all', 'world')] }))).toBe(false)
    expect(gives(giver, having({ activities: ['export'] }))).toBe(true)
    expect(gives(giver, having({ activities: ['import'] }))).toBe(false)
    expect(gives(giver, everything)).toBe(false)
    expect(gives(everything, everything)).toBe(true)
  })

  test('nor a field that is closed to them, also by a role without a rule', () => {
    const giver = having({ privileges: [reading('all')], fieldRules: [blind] })
    expect(gives(giver, having({ privileges: [reading('user', 'orders', 'other')] }))).toBe(false)
    expect(gives(giver, having({ privileges: [reading('user')], fieldRules: [half] }))).toBe(false)
    expect(gives(giver, having({ privileges: [reading('user')], fieldRules: [blind] }))).toBe(true)
    const reader = having({ privileges: [reading('all')], fieldRules: [half] })
    expect(gives(reader, having({ privileges: [reading('user')], fieldRules: [half] }))).toBe(true)
    expect(gives(reader, having({ privileges: [reading('user')] }))).toBe(false)
  })

  test('what was held before may stay, and less is always given', () => {
    const rich = having({ privileges: [reading('all')], activities: ['billing'] })
    const poor = having({ privileges: [reading('user')] })
    expect(gives(poor, rich, [], rich)).toBe(true)
    expect(gives(poor, having({ privileges: [reading('unit')] }), [], rich)).toBe(true)
    expect(gives(nothingHeld, nothingHeld)).toBe(true)
  })

  test('where an entity is the organisation’s, a lesser scope is none', () => {
    expect(gives(nothingHeld, having({ privileges: [reading('unit', 'world')] }))).toBe(true)
    expect(
      gives(having({ privileges: [reading('unit', 'world')] }), having({ privileges: [reading('all', 'world')] })),
    ).toBe(false)
  })
})
