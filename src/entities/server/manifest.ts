import { attributeRoutes } from '#entities/server/attributes.routes.ts'
import { entityRoutes, type EntityRoutesDeps } from '#entities/server/entities.routes.ts'
import { entitiesSchema } from '#entities/server/entities.schema.ts'
import { featureRoutes, guardFeatures } from '#entities/server/features.routes.ts'
import { featuresSchema } from '#entities/server/features.schema.ts'
import { relationshipRoutes } from '#entities/server/relationships.routes.ts'
import { variableRoutes } from '#entities/server/variables.routes.ts'
import { variablesSchema } from '#entities/server/variables.schema.ts'
import type { Http } from '#platform/server/http/validation.ts'

export const entityManifest = {
  environment: [
    { order: 30, schema: entitiesSchema },
    { order: 40, schema: variablesSchema },
    { order: 50, schema: featuresSchema },
  ],
  routes(app: Http, deps: EntityRoutesDeps) {
    guardFeatures(app, deps)
    entityRoutes(app, deps)
    attributeRoutes(app, deps)
    relationshipRoutes(app, deps)
    variableRoutes(app, deps)
    featureRoutes(app, deps)
  },
}
