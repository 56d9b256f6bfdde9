import { columnOf, isStored, type Attribute } from '../../src/attributes/attribute.ts'
import { attributeTypes } from '../../src/attributes/types.ts'
import type { EntityDefinition } from '../../src/entities/entity.ts'
import { newId } from '../../src/platform/server/newId.ts'
import { tableName } from './definitionsState.ts'
import type { DefinitionsGround } from './definitions.ts'
import type { Choices } from './randomChanges.ts'

/** Texts that one type or another reads, cuts, rounds or cannot read at all. */
const texts = [
  ['12.4', '7', '007', 'seven', ' 5 ', '1e5', '-0.05', '99999999999999999999', '1,5', '10%'],
  ['2024-02-29', '2024-02-30', '2024-02-29T23:59:59.999Z', '12:30', '2024-05', '2024-W07', '1h'],
  ['true', 'no', 'one', 'One', 'ann@example.com', 'not an address', 'https://example.com/a', '<b>bold</b>', '', 'ā'],
  ['0190a6e0-0000-7000-8000-000000000001', 'a line\nanother line', 'long '.repeat(70), "it's"],
].flat()
const byColumn: Readonly<Record<string, readonly string[]>> = {
  bigint: ['0', '-7', '42', '9007199254740993', '1700000000'],
  boolean: ['true', 'false'],
  date: ['2024-02-29', '0001-01-01', '9999-12-31', '2024-12-30'],
  timestamptz: ['2024-02-29T23:59:59.999Z', '1999-12-31T00:00:00Z', '2024-03-31T01:30:00.5Z'],
  time: ['00:00', '12:30:15', '23:59:59.999'],
}

export type RandomRows = {
  readonly rows: number
  readonly choices: Choices
  /** The records that lookups to an entity may lead to. */
  readonly targets: (entityId: string) => readonly string[]
}

/** Fills a table with rows of random values; some lack one, unique ones differ. Links are pairs. */
export async function addRandomRows(
  ground: DefinitionsGround,
  { uri, attributes, link_of }: EntityDefinition,
  { rows, choices, targets }: RandomRows,
): Promise<void> {
  const stored = attributes.filter(isStored)
  const system = ['id', 'created_on', 'created_by_id', 'updated_on', 'updated_by_id', 'owner_id', 'owning_unit_id']
  const names = [...system, ...stored.map((each) => `"${columnOf(each)}"`)].join()
  const places = stored.map((_each, index) => `, $${index + 2}`).join('')
  const isLink = link_of !== null
  for (let row = 0; row < rows; row++) {
    const values = stored.map((each) =>
      isLink ? linked(each, row, targets) : randomValue(each, row, choices, targets),
    )
    if (isLink && values.includes(null)) return
    await ground.database.execute({
      text: `insert into ${tableName(ground, uri)} (${names}) values ($1, now(), $1, now(), $1, $1, $1${places})`,
      values: [newId(), ...values],
    })
  }
}

/** A value of the attribute's column, as text; null for one of four rows, and where a unique one would be there twice. */
export function randomValue(
  attribute: Attribute,
  row: number,
  choices: Choices,
  targets: (entityId: string) => readonly string[],
): string | null {
  if (choices.next(4) === 0) return null
  if (attribute.type === 'N:1') {
    const ids = targets(attribute.related_entity ?? '')
    return attribute.unique ? (ids[row] ?? null) : (ids[choices.next(Math.max(1, ids.length))] ?? null)
  }
  const column = (attributeTypes[attribute.type].column(attribute) ?? 'text').replace(' collate "C"', '')
  if (column === 'uuid') return newId()
  if (column.startsWith('numeric')) return decimal(attribute, row, choices)
  const pool = byColumn[column] ?? (column === 'text' ? texts : attributeTypes[attribute.type].samples.map(String))
  return attribute.unique ? (pool[row] ?? null) : (pool[choices.next(pool.length)] ?? null)
}

/** Two records are linked once. */
function linked({ related_entity }: Attribute, row: number, targets: (entityId: string) => readonly string[]) {
  return targets(related_entity ?? '')[row] ?? null
}

function decimal({ scale, unique }: Attribute, row: number, choices: Choices): string {
  const digits = String(choices.next(1000))
    .padStart(3, '0')
    .slice(0, scale ?? 2)
  const whole = unique ? row : choices.next(50)
  return digits === '' ? String(whole) : `${choices.next(2) === 0 ? '-' : ''}${whole}.${digits}`
}
