import { annotate, annotationText } from '#odata/metadata/annotation.ts'
import { facetsOf } from '#odata/metadata/facets.ts'
import type { CsdlOperation, TypeUse } from '#odata/metadata/csdl.ts'
import { setNamed, typeOfSet, edmTypeName, type VisibleModel } from '#odata/metadata/visible.ts'
import type { ODataOperation, OperationType } from '#odata/model.ts'

/** The name of the parameter that stands for what an operation is called on. */
const bindingParameter = 'it'

/** The actions and functions of the model. */
export function operationsOf(model: VisibleModel): CsdlOperation[] {
  return model.operations.map((operation) => {
    const { name, kind, binding, parameters, returns, title } = operation
    const given = [...parameters.values()].map((each) => ({ name: each.name, ...typeUse(model, each) }))
    return {
      name,
      kind,
      bound: binding !== undefined,
      parameters: [...bindingOf(model, operation), ...given],
      returns: returns && typeUse(model, returns),
      annotations: title === undefined ? [] : [annotate('Core.Description', annotationText(title))],
    }
  })
}

function bindingOf(model: VisibleModel, { binding, parameters }: ODataOperation): CsdlOperation['parameters'] {
  if (!binding) return []
  const { set, collection } = binding
  const name = parameters.has(bindingParameter) ? `_${bindingParameter}` : bindingParameter
  return [{ name, ...typeUse(model, { of: { set }, collection, nullable: false }) }]
}

function typeUse(model: VisibleModel, { of, collection, nullable }: OperationType): TypeUse {
  const type = 'set' in of ? typeOfSet(model, setNamed(model, of.set)) : edmTypeName(model, of)
  return { type, collection, nullable, ...('type' in of && !of.enumeration && facetsOf(of.type, {})) }
}
