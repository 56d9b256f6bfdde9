import { columnOf, type Field } from '#attributes/attribute.ts'
import type { Option } from '#design/web/choice/Select.tsx'
import type { Model } from '#entities/model.ts'
import { principalTarget, systemAttributes } from '#entities/system.ts'
import { api } from '#platform/web/http.ts'
import { quotedLiteral } from '#views/filter.ts'
import { listingOption } from '#views/listing.ts'
import { linkFields, linkFilter, linkPlace } from '#records/search/linkSearch.ts'
import { exact } from '#records/web/records.client.ts'
import { recordName, type Linked, type RecordRow } from '#records/wire.ts'

const mostFound = 20

/**
 * The records that a lookup may link to whose name, or another searchable short text, has the text in it; disabled and
 * inactive ones are not offered.
 */
export async function findLinked(
  envid: string,
  model: Model | undefined,
  field: Field,
  text: string,
  signal?: AbortSignal,
): Promise<readonly Option[]> {
  const { uri, alive } = targetOf(model, field)
  if (!uri) return []
  const target = model?.entitiesByUri.get(uri)
  const fields = target ? linkFields(target) : systemAttributes.filter((each) => each.uri === 'name')
  const filter = [alive, linkFilter(fields, text)].filter((part) => part !== undefined).join(' and ')
  const select = ['id', ...fields.map(columnOf)].join(',')
  const query = [`$select=${select}`, listingOption('filter', filter), '$orderby=name', `$top=${mostFound}`]
  const path = `/odata/v1/${envid}/${uri}?${query.filter(Boolean).join('&')}`
  const { value } = await api.get<{ value: readonly RecordRow[] }>(path, {
    headers: exact,
    ...(signal ? { signal } : {}),
  })
  return value.map((row) => {
    const place = linkPlace(fields, row, text)
    return { id: row.id, label: recordName(row, row.id), ...(place !== undefined && { detail: place }) }
  })
}

const mostNames = 50

/** The names of records that a lookup may link to, by their ids; those that may not be read have none. */
export async function namesOfIds(
  envid: string,
  model: Model,
  field: Field,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly Linked[]> {
  const { uri } = targetOf(model, field)
  if (!uri) return []
  const filter = listingOption('filter', `id in (${ids.slice(0, mostNames).join(',')})`)
  const path = `/odata/v1/${envid}/${uri}?$select=id,name&${filter}&$top=${mostNames}`
  return (await api.get<{ value: readonly Linked[] }>(path, { headers: exact, signal })).value
}

/** The ids of linked records by their whole names; a name that several have has none. */
export async function idsOfNames(
  envid: string,
  model: Model | undefined,
  field: Field,
  names: readonly string[],
): Promise<ReadonlyMap<string, Option>> {
  const { uri } = targetOf(model, field)
  const found = new Map<string, Option>()
  if (!uri) return found
  const twice = new Set<string>()
  // The address of a request has an end; so many names always fit.
  for (let at = 0; at < names.length; at += 50) {
    const part = names.slice(at, at + 50)
    const filter = listingOption('filter', `name in (${part.map(quotedLiteral).join(',')})`)
    const path = `/odata/v1/${envid}/${uri}?$select=id,name&${filter}&$top=1000`
    const { value } = await api.get<{ value: readonly Linked[] }>(path, { headers: exact })
    for (const { id, name } of value) {
      if (name === null) continue
      if (found.has(name)) twice.add(name)
      found.set(name, { id, label: name })
    }
  }
  for (const name of twice) found.delete(name)
  return found
}

function targetOf(model: Model | undefined, field: Field): { uri: string | undefined; alive: string } {
  if (field.type === 'user') return { uri: principalTarget, alive: "kind eq 'member'" }
  if (field.type === 'team') return { uri: principalTarget, alive: "kind eq 'team'" }
  if (field.related_entity === principalTarget) return { uri: principalTarget, alive: "kind in ('member','team')" }
  return { uri: model?.entities.get(field.related_entity ?? '')?.uri, alive: "status eq 'active'" }
}
