import { visibleModel } from '#odata/metadata/visible.ts'
import { byName } from '#odata/model.ts'
import { memoize } from '#platform/memoize.ts'
import type { Service } from '#records/odataModel.ts'

/** The service for API keys (product ruling 2.4): without entities that are not queryable. */
export const forPrograms = memoize((service: Service): Service => {
  const entitySets = byName(visibleModel(service.model).sets)
  return { ...service, model: { ...service.model, entitySets } }
})
