import type { Operation } from '#changes/operation.ts'
import type { ChangeRoutesDeps } from '#changes/server/changes.routes.ts'
import { attributeById } from '#entities/model.ts'
import type { Models } from '#entities/server/model.ts'
import { memberContext } from '#environments/server/environments.ts'
import { closedFields } from '#security/fields.ts'
import { reachOf } from '#security/reach.ts'
import type { View } from '#views/view.ts'

/** The rights of a member on change sets beyond the member's own activities. */
export function changeVisibility(models: Models): Pick<ChangeRoutesDeps, 'publicOperations' | 'toldConversions'> {
  return {
    publicOperations: (operations) => operations.filter((operation) => !isOfPersonalViews(operation)),
    // Makers need not read records: without that right they get the numbers, and no values.
    async toldConversions(request, conversions) {
      const { environment, member, renewed } = memberContext(request)
      if (member.administrator || conversions.length === 0) return conversions
      const [model, holder] = await Promise.all([models.fresh(environment), renewed()])
      return conversions.map((conversion) => {
        const found = attributeById(model, conversion.attribute_id)
        const isOpen =
          found !== undefined &&
          reachOf(holder, 'read', found.entity, model) === null &&
          !closedFields(holder, found.entity, model).unread.has(conversion.attribute_id)
        return isOpen ? conversion : { ...conversion, examples: [] }
      })
    },
  }
}

/** An undo may restore personal views, which concern only their owner (product ruling 2.4). */
function isOfPersonalViews({ kind, definition }: Operation): boolean {
  if (kind === 'view.mend') return true
  return kind === 'view.restore' && (definition as Partial<View> | undefined)?.personal === true
}
