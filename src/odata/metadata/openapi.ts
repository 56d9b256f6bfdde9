import type { Json } from '#odata/metadata/openapi/json.ts'
import { headers, parameters } from '#odata/metadata/openapi/parameters.ts'
import { pathsOf } from '#odata/metadata/openapi/paths.ts'
import { schemasOf } from '#odata/metadata/openapi/schema.ts'
import { serviceInWords } from '#odata/metadata/capabilities.ts'
import { visibleModel } from '#odata/metadata/visible.ts'
import type { ODataModel } from '#odata/model.ts'

/**
 * The service as an OpenAPI 3.1 document, for tools that know HTTP but no OData. Its addresses are relative to its own, so
 * it is right wherever the service is reached.
 */
export function openapiOf(model: ODataModel): Json {
  const visible = visibleModel(model)
  return {
    openapi: '3.1.1',
    info: {
      title: visible.namespace,
      version: '1',
      description: `The records of an environment by OData 4.01. \`$metadata\` says more than this document can. ${serviceInWords(visible)}`,
    },
    servers: [{ url: '.' }],
    security: [{ bearer: [] }, { basic: [] }],
    tags: visible.sets.map(({ name, title }) => ({ name, ...(title !== undefined && { description: title }) })),
    paths: pathsOf(visible),
    components: {
      schemas: schemasOf(visible),
      parameters,
      headers,
      responses: {
        error: {
          description: 'Refused; the body says why and where.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/error' } } },
        },
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, basic: { type: 'http', scheme: 'basic' } },
    },
  }
}
