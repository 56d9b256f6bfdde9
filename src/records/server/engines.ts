import { createHmac } from 'node:crypto'
import { principalTarget } from '#entities/system.ts'
import type { Environment } from '#environments/environment.ts'
import { textOfDay, textOfMoment } from '#dates/calendar.ts'
import { evaluationContext, serverZone, type EvaluationContext } from '#expressions/context.ts'
import { createEngine, type Engine } from '#odata/engine.ts'
import type { Guards } from '#odata/guard.ts'
import type { ODataModel, Tell } from '#odata/model.ts'
import type { Model } from '#entities/model.ts'
import { predicateOf } from '#security/predicate.ts'
import type { Service } from '#records/odataModel.ts'
import { environmentVersions, type RecordsContext } from '#records/server/freshModel.ts'

const engines = new WeakMap<ODataModel, Engine>()

/** The engine over a snapshot of an environment; one for each, with everything it has compiled. */
export function engineOf(environment: Environment, service: Service, secret: string): Engine {
  let engine = engines.get(service.model)
  if (!engine) {
    const key = `${secret} ${environment.id}`
    const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)
    engines.set(
      service.model,
      (engine = createEngine({ ...service, versions: environmentVersions(environment), sign })),
    )
  }
  return engine
}

type Asking = Pick<RecordsContext, 'now' | 'timeZone'> & {
  readonly member: Pick<RecordsContext['member'], 'id' | 'unitId' | 'administrator' | 'heldRights'>
}

/** What the actor may read, asked for every table of a query, and what its formulas may ask for; `model` are all definitions. */
export function guardsOf(
  context: Asking,
  {
    model,
    service,
  }: {
    readonly model: Pick<Model, 'entities' | 'entitiesByUri' | 'relationships'>
    readonly service: Pick<Service, 'tables'>
  },
): Guards {
  const { member } = context
  const guards = (entitySet: string, alias: string, form: 'set' | 'row') => {
    const entity = model.entitiesByUri.get(entitySet)
    const schema = service.tables.get(entitySet)?.schema
    if (entity && schema !== undefined) return predicateOf(member, 'read', entity, { model, schema, alias, form })
    // Whoever is a member may know who else can own a record; nothing else is there without a definition.
    return entitySet === principalTarget ? null : { parts: ['false'], values: [] }
  }
  return Object.assign(guards, { told: tellerOf(context) })
}

// Nothing is worked out for queries without formulas that ask.
function tellerOf({ now, timeZone = serverZone, member }: Asking): Tell {
  let known: Readonly<Record<string, unknown>> | undefined
  return (name) => (known ??= toldBy(evaluationContext(now().getTime(), timeZone, member.id, member.unitId)))[name]
}

function toldBy({ now, today, zone, member, unit }: EvaluationContext): Readonly<Record<string, unknown>> {
  return { now: textOfMoment(now), today: textOfDay(today), zone, member, unit }
}
