import type { DefinitionTextsByKind } from '#changes/definitionTexts.ts'
import {
  attributeTexts,
  entityTexts,
  featureTexts,
  relationshipTexts,
  variableTexts,
} from '#entities/descriptors/definitionTexts.ts'
import { labelTexts } from '#labels/definitionTexts.ts'
import { viewTexts } from '#views/definitionTexts.ts'

// No operations of change sets of their own: there is nothing to say.
const none = {}

/** History texts of each kind of definition; a new kind without texts does not compile. */
export const definitionTexts: DefinitionTextsByKind = {
  attribute: attributeTexts,
  entity: entityTexts,
  relationship: relationshipTexts,
  variable: variableTexts,
  feature: featureTexts,
  view: viewTexts,
  label: labelTexts,
  expression: none,
  defaultView: none,
  role: none,
  permissionTest: none,
}
