import type { Field } from '#attributes/attribute.ts'
import type { Option } from '#design/web/choice/Select.tsx'
import { api } from '#platform/web/http.ts'
import type { Candidate } from '#records/wire.ts'

type Asked = {
  /** The values of the form, by column. */
  readonly form: Readonly<Record<string, unknown>>
  readonly text: string
  readonly signal: AbortSignal
}

const most = 20

/** A record as a picker offers it. */
export function candidateOption({ id, name, place }: Candidate): Option {
  return { id, label: name ?? id, ...(place !== undefined && { detail: place }) }
}

/** The records that a lookup whose candidates depend on the form may link to. Only the values that matter are sent. */
export async function findCandidates(envid: string, field: Field, { form, text, signal }: Asked): Promise<Option[]> {
  const named = new Set([...(field.related_filter ?? '').matchAll(/\bform\.([a-z0-9_]+)/gi)].map(([, uri]) => uri))
  const sent = Object.entries(form).filter(([column]) => named.has(column) || named.has(column.replace(/_id$/, '')))
  const body = { form: Object.fromEntries(sent), search: text.trim().slice(0, 250), top: most }
  const address = `/candidate/v1/${envid}/${field.id}`
  const { value } = await api.post<{ value: readonly Candidate[] }>(address, body, { signal })
  return value.map(candidateOption)
}
