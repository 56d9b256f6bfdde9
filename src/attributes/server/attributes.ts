import { hash } from '@node-rs/argon2'
import { columnOf, type Field } from '#attributes/attribute.ts'
import type { RecordShape, RecordValues } from '#attributes/record.ts'
import { cleanHtml } from '#attributes/server/cleanHtml.ts'
import type { WireValue } from '#attributes/type.ts'
import { refuseIf, type Problem } from '#faults/fault.ts'

type Special = { readonly formatted: readonly Field[]; readonly secret: readonly Field[] }

const known = new WeakMap<RecordShape, Special>()

/**
 * Checked values as records keep them, on every way into a record: formatted texts without anything dangerous, of passwords
 * their hashes, made beside the event loop. Most entities have neither: then the values themselves, at once. Faults:
 * `validation.*` where a text is too long or empty once it is clean.
 */
export function prepareValues(entity: RecordShape, values: RecordValues): RecordValues | Promise<RecordValues> {
  const { formatted, secret } = specialOf(entity)
  if (formatted.length === 0 && secret.length === 0) return values
  const prepared = { ...values }
  const problems = formatted.flatMap((field) => {
    const column = columnOf(field)
    const { value, problem } = cleaned(field, values[column])
    if (value !== undefined) prepared[column] = value
    return problem ? [problem] : []
  })
  refuseIf(problems)
  const given = secret.map(columnOf).filter((column) => typeof prepared[column] === 'string')
  return given.length === 0 ? prepared : hashed(prepared, given)
}

/** The argon2id hash of a password, with the parameters of the OWASP cheat sheet (19 MiB, 2 passes, 1 lane). */
function hashOf(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
}

async function hashed(values: RecordValues, columns: readonly string[]): Promise<RecordValues> {
  const hashes = await Promise.all(
    columns.map(async (column) => [column, await hashOf(String(values[column]))] as const),
  )
  return { ...values, ...Object.fromEntries(hashes) }
}

function cleaned(field: Field, value: WireValue | undefined): { value?: WireValue; problem?: Problem } {
  if (typeof value !== 'string') return {}
  const target = columnOf(field)
  const html = cleanHtml(value)
  const max = field.maxlength ?? longest
  if (html.length > max) return { problem: { code: 'validation.tooLong', target, parameters: { max } } }
  if (html === '') return field.required ? { problem: { code: 'validation.required', target } } : { value: null }
  return { value: html }
}

const longest = 100_000

function specialOf(entity: RecordShape): Special {
  let special = known.get(entity)
  if (!special) {
    special = {
      formatted: entity.fields.filter(({ type }) => type === 'wysiwyg'),
      secret: entity.fields.filter(({ type }) => type === 'password'),
    }
    known.set(entity, special)
  }
  return special
}
