import { usesOf } from '#entities/expressionUse.ts'
import type { Model } from '#entities/model.ts'
import type { Member } from '#environments/environment.ts'
import { hiddenFrom, withoutHidden } from '#security/visible.ts'

/**
 * The definitions as a member may know them: makers know all that they may change, others those that their roles leave, with
 * the variables that what they see is made of.
 */
export function visibleDefinitions(member: Member, model: Model): Model {
  const { administrator, developerMode, heldRights } = member
  if (administrator || (developerMode && heldRights.activities.has('alter-entities'))) return model
  const hidden = hiddenFrom(member, model)
  const seen = hidden ? withoutHidden(model, hidden) : model
  const variables = new Map([...model.variables].filter(([, { id }]) => usesOf(seen, id).length > 0))
  return { ...seen, variables }
}
