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

/**
 * The engine over a snapshot of an environment. One engine per snapshot, with all statements that the engine has
 * compiled.
 */
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

/**
 * Read guards of a member for every table of a query, and the context values that formulas may ask for. `model` holds
 * all definitions.
 */
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
    // Every member may know the possible owners of records. Any other set without a definition is empty.
    return entitySet === principalTarget ? null : { parts: ['false'], values: [] }
  }
  return Object.assign(guards, { told: tellerOf(context) })
}

// Context values are computed on demand: most queries have no formulas that need them.
function tellerOf({ now, timeZone = serverZone, member }: Asking): Tell {
  let known: Readonly<Record<string, unknown>> | undefined
  return (name) => (known ??= toldBy(evaluationContext(now().getTime(), timeZone, member.id, member.unitId)))[name]
}

function toldBy({ now, today, zone, member, unit }: EvaluationContext): Readonly<Record<string, unknown>> {
  return { now: textOfMoment(now), today: textOfDay(today), zone, member, unit }
}
