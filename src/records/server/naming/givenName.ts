import { columnOf } from '#attributes/attribute.ts'
import type { RecordValues } from '#attributes/record.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { nameText, namingPlan, settledValue, type NamingPlan } from '#records/naming.ts'
import { computed, type Incoming } from '#records/server/expressionWrites.ts'
import { readRow } from '#records/server/recordValues.ts'

/** The name that goes along with a write, and the version of the record that it was made of, where it was read. */
export type GivenName = { readonly values: RecordValues; readonly version?: string }

/** A body without the name where the system fills it: it is passed over, as everything that is computed is. */
export function withoutName({ naming }: EntityDefinition, body: unknown): unknown {
  if (naming === null || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { name: _name, ...others } = body as Record<string, unknown>
  return others
}

/** The name of a new record. One that is a number without gaps is given in the statement that counts it. */
export async function nameOfNew(incoming: Incoming, given: RecordValues): Promise<RecordValues> {
  const plan = namingPlan(incoming.model, incoming.entity)
  if (!plan || (plan.attribute.type === 'autonumber' && plan.attribute.nogaps)) return {}
  const row = { status: 'active', ...given }
  return { name: await nameBy(incoming, plan, row) }
}

/** The name that a record has after a change; nothing where nothing that it is made of is written. */
export async function nameOfChanged(incoming: Incoming, given: RecordValues, id: string): Promise<GivenName> {
  const { model, entity } = incoming
  const plan = namingPlan(model, entity)
  if (!plan || Object.keys(given).length === 0) return { values: {} }
  const isTouched = [...plan.columns].some((column) => column in given)
  // What lies behind a lookup may have changed since: the name follows when its record is written.
  if (!isTouched && !plan.isLinked) return { values: {} }
  if (plan.formulas.length === 0) return { values: { name: await nameBy(incoming, plan, given) } }
  const before = await readRow(incoming, entity.uri, id)
  const name = await nameBy(incoming, plan, { ...before, ...given })
  const version = before['version']
  return { values: { name }, ...(version !== undefined && { version: String(version) }) }
}

async function nameBy(
  incoming: Incoming,
  { attribute, formulas }: NamingPlan,
  given: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  const row: Record<string, unknown> = { ...given }
  // A name is kept for everybody, whatever the clocks of the one who writes it.
  const timeless = { ...incoming, context: { ...incoming.context, timeZone: undefined } }
  for (const planned of formulas) {
    row[planned.column] = settledValue(planned.attribute, await computed(timeless, planned, row))
  }
  return nameText(attribute, row[columnOf(attribute)])
}
