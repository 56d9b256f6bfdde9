import { columnOf, type Attribute, type Field } from '#attributes/attribute.ts'
import { fieldReaders } from '#attributes/record.ts'
import { isRefusal, type WireValue } from '#attributes/type.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { formRoot } from '#entities/expressionScope.ts'
import { expressionsOf } from '#entities/formula.ts'
import type { Model } from '#entities/model.ts'
import { sqlTypeOf } from '#expressions/compile.ts'
import { parameter } from '#expressions/sql/fragment.ts'
import { fault } from '#faults/fault.ts'
import { createEngine } from '#odata/engine.ts'
import { byName, type Property } from '#odata/model.ts'
import type { ListRow } from '#odata/page.ts'
import { conditionDerived } from '#records/derived.ts'
import { readValue } from '#records/expressionPlan.ts'
import { guardsOf } from '#records/server/engines.ts'
import type { Place } from '#records/server/recordValues.ts'
import { linkFields, linkFilter, linkPlace } from '#records/linkSearch.ts'
import type { Candidate } from '#records/wire.ts'

type Row = Readonly<Record<string, unknown>>

/** The property by which candidates are told from others; no uri of a maker's holds an underscore. */
const mark = '_candidate'

/** Whether a lookup may link to a record, given what the form says beside it. */
export async function isCandidate(place: Place, attribute: Attribute, form: Row, id: string): Promise<boolean> {
  const found = await candidates(place, attribute, form, {
    fields: [],
    options: `&$filter=${mark} eq true and id eq ${id}`,
  })
  return found.length > 0
}

/** The records that a lookup may link to, by their names; those that are put away are not offered. `search` is a part of the name or of another searchable short text. */
export async function listCandidates(
  place: Place,
  attribute: Attribute,
  form: Row,
  { search, top }: { readonly search: string; readonly top: number },
): Promise<readonly Candidate[]> {
  const target = place.model.entities.get(attribute.related_entity ?? '')
  // By texts that the asker may not read nothing is found; the condition of the lookup may know them.
  const shown = place.service.model.entitySets.get(target?.uri ?? '')?.properties
  const fields = target ? linkFields(target).filter((field) => shown?.has(columnOf(field))) : []
  const match = linkFilter(fields, search)
  const found = match === undefined ? '' : ` and ${encodeURIComponent(match)}`
  const options = `&$filter=${mark} eq true and status eq 'active'${found}&$orderby=name&$top=${top}`
  const rows = await candidates(place, attribute, form, { fields, options })
  return rows.map((row) => {
    const by = linkPlace(fields, row, search)
    return { id: row.id, name: row.name, ...(by !== undefined && { place: by }) }
  })
}

async function candidates(
  { context, model, service }: Place,
  attribute: Attribute,
  form: Row,
  { fields, options }: { readonly fields: readonly Field[]; readonly options: string },
): Promise<readonly (Candidate & Row)[]> {
  const entity = model.entities.get(attribute.entity_id)
  const target = model.entities.get(attribute.related_entity ?? '')
  const set = target && service.model.entitySets.get(target.uri)
  if (!entity || !target || !set) throw fault('definition.unknown')
  const property = markOf(model, attribute, entity, target, form)
  const marked = { ...set, properties: byName([...set.properties.values(), property]) }
  const entitySets = new Map(service.model.entitySets).set(set.name, marked)
  const engine = createEngine({ ...service, model: { ...service.model, entitySets }, sign: () => '' })
  const asked = { guards: guardsOf(context, { model, service }), wire: { numbersAsText: true } }
  const { statement } = engine.list(
    set.name,
    `$select=${[...new Set(['id', 'name', ...fields.map(columnOf)])].join(',')}${options}`,
    asked,
  )
  const [answer] = await context.database.query<ListRow>(statement)
  return JSON.parse(answer?.value ?? '[]') as (Candidate & Row)[]
}

/** Whether a record fulfils the condition of the lookup; the values of the form are parameters of it. */
function markOf(
  model: Model,
  attribute: Attribute,
  entity: EntityDefinition,
  target: EntityDefinition,
  form: Row,
): Property {
  const common = { name: mark, type: 'Edm.Boolean', nullable: true, filterable: true, sortable: false } as const
  const found = expressionsOf(model, attribute).find(({ place }) => place === 'related_filter')
  if (!found || !('expression' in found.read)) return { ...common, derived: always }
  const derived = conditionDerived(model, target, found.read.expression, (key, type) => {
    const [root, uri] = key.split('.')
    const field = entity.fields.find((each) => each.uri === uri)
    if (root !== formRoot || !field) return undefined
    return parameter(readValue(field, heldBy(entity, field, form)), sqlTypeOf(type))
  })
  return { ...common, derived }
}

// What is no value of the field yet, while somebody types it, is none.
function heldBy(entity: EntityDefinition, field: Field, form: Row): WireValue {
  const column = columnOf(field)
  const read = fieldReaders(entity).get(column)?.read(form[column]) ?? null
  return isRefusal(read) ? null : read
}

const always = { paths: [], value: () => ({ parts: ['true'], values: [] }) }
