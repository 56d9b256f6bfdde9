import { columnOf } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { byName, type EntitySet, type Property } from '#odata/model.ts'
import { isSearched } from '#entities/searchFields.ts'
import type { Service } from '#records/odataModel.ts'
import { mayAtAll, type Actor } from '#security/reach.ts'
import { hiddenFrom, withoutHidden, type Hidden } from '#security/visible.ts'
import { memoize } from '#platform/memoize.ts'

/** The definitions and the service visible to a member. */
export type VisibleService = { readonly model: Model; readonly service: Service }

const viewsOf = memoize((_service: Service) => new Map<string, VisibleService>())
/** Maximum number of cached views per snapshot. */
const mostCached = 200

/**
 * The definitions and the service visible to a member: without the parts that roles hide, and with the member's
 * abilities. Members with the same rights share one view and all statements compiled for the view.
 */
export function visibleService(actor: Actor, model: Model, service: Service): VisibleService {
  if (actor.administrator) return { model, service }
  const own = latest.get(actor.heldRights)
  if (own?.of === service) return own.seen
  const seen = viewOf(actor, model, service)
  latest.set(actor.heldRights, { of: service, seen })
  return seen
}

/** The last view of each set of rights: many requests per second have the same rights. */
const latest = new WeakMap<Actor['heldRights'], { readonly of: Service; readonly seen: VisibleService }>()

function viewOf(actor: Actor, model: Model, service: Service): VisibleService {
  const hidden = hiddenFrom(actor, model)
  const abilities = abilitiesOf(actor, model)
  if (hidden === null && abilities.every(({ closed }) => closed === '')) return { model, service }
  const key = `${hidden?.key ?? ''} ${abilities.map(({ closed }) => closed).join()}`
  const views = viewsOf(service)
  const found = views.get(key)
  if (found) return found
  const seen = {
    model: hidden ? withoutHidden(model, hidden) : model,
    service: serviceWithout(model, service, hidden, abilities),
  }
  const [oldest] = views.keys()
  if (views.size >= mostCached && oldest !== undefined) views.delete(oldest)
  views.set(key, seen)
  return seen
}

/** Actions that a member may perform on no record of an entity, as letters. */
type Ability = { readonly entity: EntityDefinition; readonly closed: string }

function abilitiesOf(actor: Actor, model: Model): readonly Ability[] {
  return [...model.entities.values()].map((entity) => ({
    entity,
    closed: (['create', 'update', 'delete'] as const)
      .map((action) => (mayAtAll(actor, action, entity, model) ? '' : action.slice(0, 1)))
      .join(''),
  }))
}

function serviceWithout(model: Model, service: Service, hidden: Hidden | null, all: readonly Ability[]): Service {
  const gone = new Set([...(hidden?.entities ?? [])].map((id) => model.entities.get(id)?.uri ?? ''))
  const closed = new Map(all.map((ability) => [ability.entity.uri, ability]))
  const unread = new Map(
    all.map(({ entity }) => [
      entity.uri,
      new Set(entity.attributes.filter(({ id }) => hidden?.attributes.has(id)).map(columnOf)),
    ]),
  )
  const isGone = (set: string, column: string) => gone.has(set) || (unread.get(set)?.has(column) ?? false)
  const sets = [...service.model.entitySets.values()].flatMap((set): EntitySet[] => {
    const ability = closed.get(set.name)
    if (!ability) return [set]
    if (gone.has(set.name)) return []
    const { properties, navigations, collections, alternateKeys, fullText, ...rest } = set
    const isOpen = ({ name }: Property) => !isGone(set.name, name)
    const links = [...navigations.values()].filter(({ via, target }) => !isGone(set.name, via) && !gone.has(target))
    const many = [...(collections?.values() ?? [])].filter(
      ({ target, via, through }) => !isGone(target, via) && !gone.has(through?.set ?? ''),
    )
    // The word index includes hidden attributes: members with hidden attributes search the readable texts instead.
    const isIndexed =
      fullText && !ability.entity.attributes.some((each) => isSearched(each) && isGone(set.name, columnOf(each)))
    return [
      {
        ...rest,
        whole: set,
        properties: byName([...properties.values()].filter(isOpen)),
        navigations: byName(links),
        collections: byName(many),
        ...(alternateKeys && {
          alternateKeys: alternateKeys.filter((key) => key.every((name) => !isGone(set.name, name))),
        }),
        ...(isIndexed && { fullText }),
        insertable: set.insertable !== false && !ability.closed.includes('c'),
        updatable: set.updatable !== false && !ability.closed.includes('u'),
        deletable: set.deletable !== false && !ability.closed.includes('d'),
      },
    ]
  })
  return { ...service, model: { ...service.model, entitySets: byName(sets) } }
}
