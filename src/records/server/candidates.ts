import { columnOf, type Attribute, type Field } from '#attributes/attribute.ts'
import { fieldReaders } from '#attributes/record.ts'
import { isRefusal, type WireValue } from '#attributes/type.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { formRoot } from '#entities/expressionScope.ts'
import { expressionsOf } from '#entities/formula.ts'
import type { Model } from '#entities/model.ts'
import { sqlTypeOf } from '#expressions/compile.ts'
import { serverZone } from '#expressions/context.ts'
import { fragmentParameter } from '#expressions/sql/fragment.ts'
import { fault } from '#faults/fault.ts'
import type { ReadVersions } from '#odata/compile/statement.ts'
import { createEngine } from '#odata/engine.ts'
import { byName, wholeSet, type Property } from '#odata/model.ts'
import type { ListRow } from '#odata/page.ts'
import { candidateViewOf } from '#records/candidateView.ts'
import { conditionDerived } from '#records/derived.ts'
import { readValue } from '#records/expressionPlan.ts'
import { guardsOf } from '#records/server/engines.ts'
import { isFresh, stale, environmentVersions, type RecordsContext, type Stale } from '#records/server/freshModel.ts'
import type { ValueContext } from '#records/server/recordValues.ts'
import { linkFields, linkFilter, linkPlace } from '#records/search/linkSearch.ts'
import type { Candidate } from '#records/wire.ts'
import type { Reader } from '#views/dynamic.ts'

type Row = Readonly<Record<string, unknown>>

/**
 * Name of the computed property that marks candidates. No conflict with makers' attributes: their uris never contain an
 * underscore.
 */
const mark = '_candidate'

/** Whether a lookup may link to a record, given the other values of the form. */
export async function isCandidate(place: ValueContext, attribute: Attribute, form: Row, id: string): Promise<boolean> {
  const { rows } = await candidates(place, attribute, form, { fields: [], filter: `id eq ${id}`, options: '' })
  return rows.length > 0
}

/** The subset of the given records that the view of a lookup lists. */
export async function listedCandidates(
  place: ValueContext,
  attribute: Attribute,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const plain = { ...attribute, related_filter: null }
  const found = new Set<string>()
  for (let at = 0; at < ids.length; at += atOnce) {
    const filter = `id in (${ids.slice(at, at + atOnce).join(',')})`
    const asked = { fields: [], filter, options: `&$top=${atOnce}` }
    for (const { id } of (await candidates(place, plain, {}, asked)).rows) found.add(id)
  }
  return found
}

const atOnce = 1000

/**
 * Active records that a lookup may link to, ordered by name. `search` is a part of the name or of another searchable
 * short text. `stale` where definitions or rights have changed.
 */
export async function listCandidates(
  place: ValueContext & { readonly context: Pick<RecordsContext, 'environment'> },
  attribute: Attribute,
  form: Row,
  { search, top }: { readonly search: string; readonly top: number },
): Promise<readonly Candidate[] | Stale> {
  const target = place.model.entities.get(attribute.related_entity ?? '')
  // Search uses only texts that the member may read. The conditions of the lookup may use all texts.
  const shown = place.service.model.entitySets.get(target?.uri ?? '')?.properties
  const fields = target ? linkFields(target).filter((field) => shown?.has(columnOf(field))) : []
  const match = linkFilter(fields, search)
  const filter = `status eq 'active'${match === undefined ? '' : ` and ${match}`}`
  const options = `&$orderby=name&$top=${top}`
  const versions = environmentVersions(place.context.environment)
  const { rows, told } = await candidates(place, attribute, form, { fields, filter, options, versions })
  if (!told || !isFresh(place.model, told)) return stale
  return rows.map((row) => {
    const by = linkPlace(fields, row, search)
    return { id: row.id, name: row.name, ...(by !== undefined && { place: by }) }
  })
}

type VersionsRow = Parameters<typeof isFresh>[1]

type Asked = {
  readonly fields: readonly Field[]
  /** Additional `$filter` condition. */
  readonly filter: string
  /** Further query options, percent-encoded. */
  readonly options: string
  /**
   * Versions of definitions and rights to read in the same statement, for callers that check freshness nowhere else.
   */
  readonly versions?: ReadVersions
}

async function candidates(
  { context, model, service }: ValueContext,
  attribute: Attribute,
  form: Row,
  { fields, filter, options, versions }: Asked,
): Promise<{ readonly rows: readonly (Candidate & Row)[]; readonly told: VersionsRow | undefined }> {
  const entity = model.entities.get(attribute.entity_id)
  const target = model.entities.get(attribute.related_entity ?? '')
  const set = target && service.model.entitySets.get(target.uri)
  if (!entity || !target || !set) throw fault('definition.unknown')
  const view = candidateViewOf(model, attribute, readerOf(model, context))
  const read = [...wholeSet(set).properties.values()].filter(({ name }) => view?.columns.has(name))
  const property = markOf(model, attribute, entity, target, form)
  const marked = { ...set, properties: byName([...set.properties.values(), ...read, property]) }
  const entitySets = new Map(service.model.entitySets).set(set.name, marked)
  const engine = createEngine({
    ...service,
    model: { ...service.model, entitySets },
    ...(versions && { versions }),
    sign: () => '',
  })
  const asked = { guards: guardsOf(context, { model, service }), wire: { numbersAsText: true } }
  const condition = [`${mark} eq true`, filter, ...(view ? [`(${view.text})`] : [])].join(' and ')
  const select = [...new Set(['id', 'name', ...fields.map(columnOf)])].join(',')
  const { statement } = engine.list(
    set.name,
    `$select=${select}&$filter=${encodeURIComponent(condition)}${options}`,
    asked,
  )
  const [answer] = await context.database.query<ListRow & VersionsRow>(statement)
  return { rows: JSON.parse(answer?.value ?? '[]') as (Candidate & Row)[], told: answer }
}

/** The member as the reader of dynamic values in the view. The calendar is the member's own, as in expressions. */
function readerOf(model: Model, { member, now, timeZone = serverZone }: ValueContext['context']): Reader {
  const { id, unitId, heldRights } = member
  return {
    me: id,
    teams: heldRights.principals.filter((each) => each !== id),
    unit: unitId,
    now: now(),
    timeZone,
    variable: (key) => model.variables.get(key)?.value,
  }
}

/**
 * Computed property: whether a record fulfils the condition of the lookup. The values of the form are parameters of the
 * condition.
 */
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
    return fragmentParameter(readValue(field, heldBy(entity, field, form)), sqlTypeOf(type))
  })
  return { ...common, derived }
}

// A value that is not valid for its field yet, because somebody is still typing, counts as empty.
function heldBy(entity: EntityDefinition, field: Field, form: Row): WireValue {
  const column = columnOf(field)
  const read = fieldReaders(entity).get(column)?.read(form[column]) ?? null
  return isRefusal(read) ? null : read
}

const always = { paths: [], value: () => ({ parts: ['true'], values: [] }) }
