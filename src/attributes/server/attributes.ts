import { hash } from '@node-rs/argon2'
import { columnOf, type Field } from '#attributes/attribute.ts'
import { listMetadata } from '#attributes/listMetadata.ts'
import type { RecordShape, RecordValues } from '#attributes/record.ts'
import { refuseIf, type Problem } from '#faults/fault.ts'
import { memoize } from '#platform/memoize.ts'

type Special = { readonly formatted: readonly Field[]; readonly secret: readonly Field[] }

/**
 * Checked values as records keep them, on every way into a record: formatted texts without anything dangerous, of passwords
 * their hashes, made beside the event loop. Most entities have neither: then the values themselves, at once. Faults:
 * `validation.*` where a text is too long or empty once it is clean.
 */
export function prepareValues(entity: RecordShape, values: RecordValues): RecordValues | Promise<RecordValues> {
  const { formatted, secret } = specialOf(entity)
  const texts = formatted.filter((field) => typeof values[columnOf(field)] === 'string')
  const secrets = secret.map(columnOf).filter((column) => typeof values[column] === 'string')
  return texts.length === 0 && secrets.length === 0 ? values : prepared(values, texts, secrets)
}

async function prepared(values: RecordValues, texts: readonly Field[], secrets: readonly string[]) {
  const clean = texts.length === 0 ? values : await cleaned(values, texts)
  return secrets.length === 0 ? clean : hashed(clean, secrets)
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

async function cleaned(values: RecordValues, fields: readonly Field[]): Promise<RecordValues> {
  // Where nobody writes formatted texts, what cleans them takes no room.
  const { cleanHtml } = await import('#attributes/server/cleanHtml.ts')
  const texts = fields.map((field) => [field, cleanHtml(String(values[columnOf(field)]))] as const)
  refuseIf(texts.flatMap(([field, html]) => cleanProblem(field, html) ?? []))
  return { ...values, ...Object.fromEntries(texts.map(([field, html]) => [columnOf(field), html || null])) }
}

function cleanProblem(field: Field, html: string): Problem | undefined {
  const target = columnOf(field)
  const max = field.maxlength ?? longest
  if (html.length > max) return { code: 'validation.tooLong', target, parameters: { max } }
  return html === '' && field.required ? { code: 'validation.required', target } : undefined
}

const longest = 100_000

const specialOf = memoize(({ fields }: RecordShape): Special => ({
  formatted: fields.filter(({ type }) => listMetadata[type].words === 'html'),
  secret: fields.filter(({ type }) => listMetadata[type].holds === 'secret'),
}))
