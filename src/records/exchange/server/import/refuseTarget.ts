import { columnOf } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { fault, refuseIf } from '#faults/fault.ts'
import type { RowProblem } from '#records/exchange/import/rowReader.ts'
import type { ImportTarget } from '#records/exchange/import/settings.ts'
import { isDemanded, mappingProblems } from '#records/exchange/import/target.ts'
import type { Batch } from '#records/exchange/server/import/batches.ts'
import type { ImportActor } from '#records/exchange/server/import/deps.ts'
import { hiddenFields } from '#records/server/redactProblems.ts'
import { closedFields } from '#security/fields.ts'
import { mayAtAll } from '#security/reach.ts'
import { hiddenFrom } from '#security/visible.ts'

/**
 * Refuses what the actor may not fill: an entity without the right to create, and attributes that field rules close. Asked
 * when an import starts, before anything else is told of the entity, and as its job begins.
 */
export function refuseTarget(actor: ImportActor, model: Model, target: ImportTarget): void {
  const { member } = actor
  const entity = typeof target.entity === 'string' ? model.entities.get(target.entity) : undefined
  if (!entity) return
  if (hiddenFrom(member, model)?.entities.has(entity.id)) throw fault('definition.unknown')
  if (!mayAtAll(member, 'create', entity, model)) throw fault('request.forbidden')
  const { unread, fixed } = closedFields(member, entity, model)
  const given = new Set(target.columns.map(({ field }) => field))
  const closed = entity.attributes.find(({ id, uri }) => fixed.has(id) && !unread.has(id) && given.has(uri))
  if (closed) throw fault('field.forbidden', { name: closed.name }, closed.uri)
  const hidden = hiddenFields(actor, entity, model)
  const isNamed = hidden.some(({ uri }) => given.has(uri))
  const isLacking = target.keys.length === 0 && hidden.some(isDemanded)
  if (!isNamed && !isLacking) return
  // To the actor there are no such attributes: what is said is what would be said without them.
  refuseIf(mappingProblems(withoutFields(entity, new Set(hidden.map(({ id }) => id))), target))
  throw fault('request.forbidden')
}

/** Rejected rows as the actor may hear of them: what is wrong with a hidden attribute is told without its name. */
export function toldRows(actor: ImportActor, entity: EntityDefinition, model: Model): (batch: Batch) => Batch {
  const hidden = hiddenFields(actor, entity, model)
  if (hidden.length === 0) return (batch) => batch
  const names = new Set(hidden.map(({ name }) => name))
  const columns = new Set(hidden.map(columnOf))
  const isHidden = ({ field, problem }: RowProblem) =>
    (field !== undefined && names.has(field)) || columns.has(problem.target ?? '')
  return (batch) => ({
    ...batch,
    rejected: batch.rejected.map(({ row, cells, ...told }) =>
      isHidden(told)
        ? { row, cells, column: null, cell: null, problem: { code: 'request.forbidden' } }
        : { row, cells, ...told },
    ),
  })
}

function withoutFields(entity: EntityDefinition, ids: ReadonlySet<string>): EntityDefinition {
  return {
    ...entity,
    attributes: entity.attributes.filter(({ id }) => !ids.has(id)),
    fields: entity.fields.filter(({ id }) => !ids.has(id)),
  }
}
