import { columnOf } from '#attributes/attribute.ts'
import type { RecordValues } from '#attributes/record.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { nameText, namingPlan, settledValue, type NamingPlan } from '#records/naming.ts'
import { computed, type Incoming } from '#records/server/expressionWrites.ts'
import { readRow } from '#records/server/recordValues.ts'

/**
 * The computed name of a record for a write, and the version of the record from which the name was computed, where the
 * record was read.
 */
export type GivenName = { readonly values: RecordValues; readonly version?: string }

/** A body without the name where the system computes the name: like all computed values, a given name is ignored. */
export function withoutName({ naming }: EntityDefinition, body: unknown): unknown {
  if (naming === null || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { name: _name, ...others } = body as Record<string, unknown>
  return others
}

/** The name of a new record. A name from a gapless number is assigned in the statement that advances the counter. */
export async function nameOfNew(incoming: Incoming, given: RecordValues): Promise<RecordValues> {
  const plan = namingPlan(incoming.model, incoming.entity)
  if (!plan || (plan.attribute.type === 'autonumber' && plan.attribute.nogaps)) return {}
  const row = { status: 'active', ...given }
  return { name: await nameBy(incoming, plan, row) }
}

/** The name of a record after a change; empty where the change touches no source of the name. */
export async function nameOfChanged(incoming: Incoming, given: RecordValues, id: string): Promise<GivenName> {
  const { model, entity } = incoming
  const plan = namingPlan(model, entity)
  if (!plan || Object.keys(given).length === 0) return { values: {} }
  const isTouched = [...plan.columns].some((column) => column in given)
  // Values behind a lookup may have changed meanwhile: the name is refreshed with every write of its record.
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
  // A stored name is the same for everybody, so the writer's time zone is not used.
  const timeless = { ...incoming, context: { ...incoming.context, timeZone: undefined } }
  for (const planned of formulas) {
    row[planned.column] = settledValue(planned.attribute, await computed(timeless, planned, row))
  }
  return nameText(attribute, row[columnOf(attribute)])
}
