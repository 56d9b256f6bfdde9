import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnOf } from '#attributes/attribute.ts'
import { fieldReaders, validateRecord } from '#attributes/record.ts'
import { attributeTypes, offeredTypeNames } from '#attributes/types.ts'
import type { ChangeContext } from '#changes/server/changes.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Statement } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'
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

/** The statements of a change, as the database is asked for them. */
async function statementsOf(work: (context: ChangeContext) => Promise<{ readonly id: string }>) {
  const texts: string[] = []
  const noted = <Asked extends Executor>(asked: Asked): Asked => ({
    ...asked,
    query: (statement: Statement) => (texts.push(statement.text), asked.query(statement)),
    execute: (statement: Statement) => (texts.push(statement.text), asked.execute(statement)),
  })
  const { database } = ground.context
  const { id } = await work({
    ...ground.context,
    database: { ...noted(database), transaction: (inner) => database.transaction((one) => inner(noted(one))) },
  })
  return { id, texts }
}

test('a change of 400 attributes asks the database as often as one of 10; only renames are one by one', async () => {
  const types = ['text', 'number', 'decimal', 'date', 'boolean']
  const costs: { size: number; apply: number; preview: number; undo: number; renames: number }[] = []
  for (const size of [10, 400]) {
    const [name, entity_id] = [`wide${size}`, newId()]
    const wide = { kind: 'entity.create', id: entity_id, name, collectionname: name, uri: name }
    await ground.changes.apply(ground.context, [wide])
    const operations = Array.from({ length: size }, (_, at) => {
      const [uri, type] = [`field${at}`, types[at % 5]]
      return { kind: 'attribute.create', entity_id, name: uri, uri, type, required: at % 2 === 0 }
    })
    const applied = await statementsOf((context) => ground.changes.apply(context, operations))
    const previewed = await statementsOf(async (context) => {
      const { problems } = await ground.changes.preview(context, { undo: applied.id })
      expect(problems).toEqual([])
      return applied
    })
    const undone = await statementsOf((context) => ground.changes.undo(context, applied.id))
    const isRename = (text: string) => text.includes('rename column')
    costs.push({
      size,
      apply: applied.texts.length,
      preview: previewed.texts.length,
      undo: undone.texts.filter((text) => !isRename(text)).length,
      renames: undone.texts.filter(isRename).length,
    })
  }
  const [few, many] = costs
  expect(many).toEqual({ ...few, size: 400, renames: 400 })
  expect(Math.max(few?.apply ?? 99, few?.preview ?? 99, few?.undo ?? 99)).toBeLessThan(25)
})
