import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnOf } from '#attributes/attribute.ts'
import { fieldReaders, validateRecord } from '#attributes/record.ts'
import { attributeTypes, offeredTypeNames } from '#attributes/types.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { newId } from '#platform/server/newId.ts'
import { tendTables } from '#tables/server/upkeep.ts'
import { definitionsGround, type DefinitionsGround } from '../../../test/support/definitions.ts'

/** Values of passwords and numbers of the system are never checked again once they are there. */
const stored = offeredTypeNames.filter((name) => attributeTypes[name].samples.length > 0 && name !== 'password')

let ground: DefinitionsGround
let entity: EntityDefinition
beforeAll(async () => {
  ground = await definitionsGround('columns')
  const id = newId()
  const attributes = stored.map((type, index) => ({
    name: `Type ${type}`,
    uri: `type${index}`,
    type,
    unique: false,
    ...(type === 'select' || type === 'multiselect' ? { options: [option('open'), option('won; lost')] } : {}),
    ...(type === 'N:1' ? { related_entity: id } : {}),
  }))
  const draft = {
    kind: 'entity.create',
    id,
    name: 'Every type',
    collectionname: 'Every type',
    uri: 'everytype',
    attributes,
  }
  const { model } = await ground.changes.apply(ground.context, [draft])
  const made = model.entities.get(id)
  if (!made) throw new Error('no entity')
  entity = made
})
afterAll(() => ground.stop())

test.each(stored)('a value of type %s comes back from a real column as it went in', async (type) => {
  const attribute = entity.attributes.find((each) => each.type === type)
  if (!attribute) throw new Error('no attribute')
  const column = columnOf(attribute)
  const mode = type === 'autonumber' ? 'create' : 'update'
  for (const sample of attributeTypes[type].samples) {
    const checked = validateRecord(entity, { [column]: sample }, mode)
    if (!('values' in checked)) throw new Error(JSON.stringify(checked))
    const id = newId()
    // A lookup needs its target: here the row points to itself.
    const value = type === 'N:1' ? id : checked.values[column]
    const [row] = await ground.database.query<Record<string, unknown>>({
      text: `insert into "${ground.context.environment.schema}".everytype
        (id, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id, "${column}")
        values ($1, now(), $1, now(), $1, $1, $1, $2) returning "${column}"${type === 'duration' ? '::text' : ''} as value`,
      values: [
        id,
        fieldReaders(entity)
          .get(column)
          ?.stored?.(value ?? null) ?? value,
      ],
    })
    const read = row?.['value']
    const told = read instanceof Date ? read.toISOString() : read
    const normal = validateRecord(entity, { [column]: told }, mode)
    expect(normal).toMatchObject({ values: { [column]: value } })
  }
})

test('upkeep finds everything in order after a change, and spares what can still be undone', async () => {
  const doomed = entity.attributes.find(({ type }) => type === 'boolean')
  const { id } = await ground.changes.apply(ground.context, [{ kind: 'attribute.delete', id: doomed?.id }])
  const log = { debug: fail, info: fail, warn: fail, error: fail }
  const options = { database: ground.database, online: ground.database, models: ground.models, log }
  await tendTables(options, [ground.context.environment], new Date())
  await ground.changes.undo(ground.context, id)
  expect((await ground.models.fresh(ground.context.environment)).entities.get(entity.id)?.attributes).toHaveLength(
    entity.attributes.length,
  )
})

function option(value: string): object {
  return { value, label: value }
}

function fail(): void {
  throw new Error('nothing was to be said')
}
