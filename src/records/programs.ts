import { visibleModel } from '#odata/metadata/visible.ts'
import { byName } from '#odata/model.ts'
import type { Service } from '#records/odataModel.ts'

const services = new WeakMap<Service, Service>()

/** The service as programs with a key see it (product ruling 2.4): without the entities that are not queryable. */
export function forPrograms(service: Service): Service {
  let open = services.get(service)
  if (!open) {
    const entitySets = byName(visibleModel(service.model).sets)
    services.set(service, (open = { ...service, model: { ...service.model, entitySets } }))
  }
  return open
}
