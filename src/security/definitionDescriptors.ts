import type { CascadeDescriptor, DefinitionDescriptor, DefinitionKind } from '#changes/definition.ts'
import { attributeDescriptor } from '#entities/descriptors/attributeDescriptor.ts'
import { entityDescriptor } from '#entities/descriptors/entityDescriptor.ts'
import { expressionDescriptor } from '#entities/descriptors/expressionDescriptor.ts'
import {
  featureDescriptor,
  relationshipDescriptor,
  variableDescriptor,
} from '#entities/descriptors/modelDescriptors.ts'
import type { Model } from '#entities/model.ts'
import { labelDescriptor } from '#labels/labelDescriptor.ts'
import { permissionTestDescriptor, roleDescriptor, type RightsOfAttributes } from '#security/roleDescriptor.ts'
import { defaultViewDescriptor, type OwnDefault } from '#views/ownDefault.ts'
import { viewDescriptor } from '#views/viewDescriptor.ts'

/** The sources of definitions whose kinds change sets do not change. */
type OtherSources = {
  readonly defaultView: readonly OwnDefault[]
  readonly role: RightsOfAttributes
  readonly permissionTest: RightsOfAttributes
}

/** The descriptor of each kind of definition: a kind without one does not compile. */
export const definitionDescriptors = {
  entity: entityDescriptor,
  attribute: attributeDescriptor,
  expression: expressionDescriptor,
  relationship: relationshipDescriptor,
  variable: variableDescriptor,
  feature: featureDescriptor,
  view: viewDescriptor,
  label: labelDescriptor,
  defaultView: defaultViewDescriptor,
  role: roleDescriptor,
  permissionTest: permissionTestDescriptor,
} satisfies {
  readonly [Kind in DefinitionKind]: Kind extends keyof OtherSources
    ? DefinitionDescriptor<OtherSources[Kind]>
    : CascadeDescriptor<Model>
}
