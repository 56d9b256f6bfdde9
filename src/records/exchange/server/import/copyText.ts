import type { WireValue } from '#attributes/type.ts'

/** What every record of an import has in common: the fields that the system fills. */
export type CommonFields = {
  readonly at: Date
  readonly byId: string
  readonly ownerId: string
  readonly unitId: string
}

/** The system's columns in the order in which `copyRow` writes them, but for `status` and `name`, which a file may fill. */
export const commonColumns = [
  'id',
  'version',
  'created_on',
  'created_by_id',
  'updated_on',
  'updated_by_id',
  'owner_id',
  'owning_unit_id',
] as const

/** The end of each row: everything of the system's but the id, as COPY's text format has it. */
export function commonText({ at, byId, ownerId, unitId }: CommonFields): string {
  const time = at.toISOString()
  return `1\t${time}\t${byId}\t${time}\t${byId}\t${ownerId}\t${unitId}`
}

/** One row in COPY's text format: id, the system's fields, the values. */
export function copyRow(id: string, common: string, values: readonly WireValue[]): string {
  let line = `${id}\t${common}`
  for (const value of values) line += `\t${copyValue(value)}`
  return `${line}\n`
}

function copyValue(value: WireValue): string {
  if (value === null) return '\\N'
  if (value === true) return 't'
  if (value === false) return 'f'
  if (typeof value === 'object') return copyValue(arrayText(value))
  return needsEscape.test(value) ? value.replace(special, escapeOf) : value
}

/** A list as the text of an array; quotes keep every sign of its texts apart from the array's own. */
function arrayText(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`
}

const needsEscape = /[\\\t\n\r]/
const special = /[\\\t\n\r]/g
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escapeOf(character: string): string {
  return escapes[character] ?? character
}
