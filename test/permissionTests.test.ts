import { expect, test } from 'vitest'
import type { EntityDefinition } from '#entities/entity.ts'
import { modelOf } from '#entities/model.ts'
import { actions, type Action } from '#environments/memberRights.ts'
import { grantOfAllowed } from '#security/grant.ts'
import { judge, testOwners, type PermissionTest } from '#security/permissionTest.ts'
import {
  referenceOf,
  type World,
  type WorldEntity,
  type WorldRecord,
  type WorldRole,
} from './support/accessReference.ts'
import { chanceOf, worldOn, type Stage } from './support/accessWorlds.ts'

const attributes = { city: 'city id', amount: 'amount id', secret: 'secret id' }
const stage: Stage = {
  schema: 'none',
  root: 'root',
  members: ['one', 'two', 'three'].map((id) => ({ id, administrator: false })),
  entities: [
    { id: 'accounts id', uri: 'accounts', organisation: false, sharing: true, attributes },
    {
      id: 'orders id',
      uri: 'orders',
      organisation: false,
      sharing: false,
      attributes: { ...attributes, account: 'x' },
    },
    { id: 'places id', uri: 'places', organisation: true, sharing: false, attributes },
  ],
}

const model = modelOf({
  version: 1,
  accessVersion: 1,
  entities: stage.entities.map(
    ({ id, uri, organisation, sharing, attributes: own }) =>
      ({
        id,
        uri,
        ownership: organisation ? 'organisation' : 'user',
        recordsharing: sharing,
        link_of: null,
        attributes: Object.values(own).map((each) => ({ id: each, type: 'text' })),
      }) as unknown as EntityDefinition,
  ),
})

function heldOf(role: WorldRole) {
  const privileges = stage.entities.flatMap(({ id, uri }) =>
    actions.flatMap((action) => {
      const scope = role.scopes[uri]?.[action] ?? 'none'
      return scope === 'none' ? [] : [{ roleId: role.id, entityId: id, action, scope }]
    }),
  )
  const fieldRules = Object.entries(role.rules).map(([attributeId, { read, update }]) => ({
    roleId: role.id,
    attributeId,
    mayRead: read,
    mayUpdate: update,
  }))
  return grantOfAllowed({ administrator: false, privileges, fieldRules, activities: new Set() })
}

/** What the reference says: a member of the unit with this role alone, beside a colleague in each unit. */
function told(world: World, role: WorldRole, entity: WorldEntity, sentence: PermissionTest): boolean {
  return world.units
    .filter(({ id }) => sentence.unit_id === null || id === sentence.unit_id)
    .every(({ id: unit }) => {
      const units = [...world.units, { id: 'below', parent: unit }]
      const colleagues = units.map(({ id }) => ({ id: `of ${id}`, unit: id, administrator: false }))
      const members = [...colleagues, { id: 'me', unit, administrator: false }]
      const alone = { ...world, units, members, teams: [], shares: [], roles: [{ ...role, holders: ['me'] }] }
      const reference = referenceOf(alone)
      const record = (owner: string): WorldRecord => ({
        id: `record of ${owner}`,
        name: '',
        owner,
        unit: reference.unitOf(owner),
        values: {},
      })
      const isBelow = (id: string): boolean => {
        const parent = units.find((each) => each.id === id)?.parent
        return parent === unit || (typeof parent === 'string' && isBelow(parent))
      }
      const owners: Record<PermissionTest['owner'], string[]> = {
        self: ['me'],
        ownUnit: [`of ${unit}`],
        below: units.filter(({ id }) => isBelow(id)).map(({ id }) => `of ${id}`),
        otherUnit: [`of ${sentence.owner_unit_id}`],
        anybody: ['me', ...colleagues.map(({ id }) => id)],
      }
      const [uri] = Object.entries(entity.attributes).find(([, id]) => id === sentence.attribute_id) ?? []
      const may = (owner: string) => {
        const { action } = sentence
        const hasRecord =
          action === 'create'
            ? reference.mayOwn('me', entity, owner)
            : reference.may('me', action, entity, record(owner))
        const right = action === 'read' ? 'read' : 'update'
        return hasRecord && (uri === undefined || reference.field('me', entity, uri, right))
      }
      return owners[sentence.owner].every((owner) => may(owner) === sentence.allowed)
    })
}

test('sentences about rights are true as the plain telling of the rules says, in invented worlds', () => {
  const seen = new Set<string>()
  for (let seed = 1; seed <= 40; seed++) {
    const chance = chanceOf(seed)
    const world = worldOn(stage, chance)
    const units = world.units.map(({ id, parent }) => ({ id, parent_id: parent }))
    for (let at = 0; at < 50; at++) {
      const role = chance.pick(world.roles)
      const entity = chance.pick(world.entities)
      const action: Action = chance.pick(actions)
      const owner = chance.pick(testOwners)
      const sentence: PermissionTest = {
        role_id: role.id,
        unit_id: chance.below(4) === 0 ? null : chance.pick(world.units).id,
        allowed: chance.below(2) === 0,
        action,
        entity_id: stage.entities.find(({ uri }) => uri === entity.uri)?.id ?? '',
        attribute_id:
          action === 'delete' || chance.below(2) === 0 ? null : chance.pick(Object.values(entity.attributes)),
        owner,
        owner_unit_id: owner === 'otherUnit' ? chance.pick(world.units).id : null,
      }
      const verdict = judge(sentence, { model, units, held: heldOf(role) })
      expect([seed, sentence, verdict]).toEqual([seed, sentence, told(world, role, entity, sentence)])
      seen.add(`${owner} ${sentence.allowed} ${verdict}`)
    }
  }
  // Each kind of sentence was true once and false once.
  expect(seen.size).toBe(testOwners.length * 4)
})

test('a sentence about what is no more is neither true nor false', () => {
  const held = grantOfAllowed({ administrator: true, privileges: [], fieldRules: [], activities: new Set() })
  const sentence: PermissionTest = {
    role_id: 'role',
    unit_id: null,
    allowed: true,
    action: 'read',
    entity_id: 'accounts id',
    attribute_id: 'secret id',
    owner: 'anybody',
    owner_unit_id: null,
  }
  const ground = { model, units: [{ id: 'root', parent_id: null }], held }
  expect(judge(sentence, ground)).toBe(true)
  expect(judge({ ...sentence, attribute_id: 'gone' }, ground)).toBe(null)
  expect(judge({ ...sentence, entity_id: 'gone' }, ground)).toBe(null)
})
