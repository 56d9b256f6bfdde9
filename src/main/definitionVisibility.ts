import type { Model } from '#entities/model.ts'
import { memberAt, type MemberContext } from '#environments/server/environments.ts'
import { visibleDefinitions } from '#security/visibleDefinitions.ts'
import { reachOf } from '#security/reach.ts'

/**
 * The definitions that a member may see, and the tables of which the member reads every record, by the rights at the
 * moment of the model.
 */
export function definitionVisibility(context: MemberContext) {
  return {
    seen: async (model: Model) => visibleDefinitions(await memberAt(context, model), model),
    readWhole: async (model: Model): Promise<ReadonlySet<string>> => {
      const member = await memberAt(context, model)
      const whole = [...model.entities.values()].filter((entity) => reachOf(member, 'read', entity, model) === null)
      return new Set(whole.map(({ id }) => id))
    },
  }
}
