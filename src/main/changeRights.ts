import type { Operation } from '#changes/operation.ts'
import type { ChangeRoutesDeps } from '#changes/server/changes.routes.ts'
import { attributeById } from '#entities/model.ts'
import type { Models } from '#entities/server/model.ts'
import type { Activity } from '#environments/activity.ts'
import { memberContext } from '#environments/server/environments.ts'
import { closedFields } from '#security/fields.ts'
import { reachOf } from '#security/reach.ts'
import type { View } from '#views/view.ts'

/** What must be allowed for operations on definitions that have calls of their own, beside changing entities. */
const activityOf: Readonly<Record<string, Activity>> = {
  'view.create': 'manage-views',
  'view.update': 'manage-views',
  'view.delete': 'manage-views',
  'variable.create': 'manage-variables',
  'variable.update': 'manage-variables',
  'variable.delete': 'manage-variables',
  'feature.set': 'manage-environment',
}

/** Whose rights change sets ask for: nobody does by a list of operations what the call for one of them refuses. */
export function changeRights(
  models: Models,
): Pick<ChangeRoutesDeps, 'mayChange' | 'toldOperations' | 'toldConversions'> {
  const mayChange: ChangeRoutesDeps['mayChange'] = (request, kind) => {
    const activity = activityOf[kind]
    return activity === undefined || memberContext(request).member.holdings.activities.has(activity)
  }
  return {
    mayChange,
    toldOperations: (request, operations) =>
      operations.filter((operation) => mayChange(request, operation.kind) && !isOfPersonalViews(operation)),
    // Who changes definitions need not read records: without that right the numbers are told, and no values.
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

/** What brings views back after an undo names personal ones too, which are nobody else's business (product ruling 2.4). */
function isOfPersonalViews({ kind, definition }: Operation): boolean {
  if (kind === 'view.mend') return true
  return kind === 'view.restore' && (definition as Partial<View> | undefined)?.personal === true
}
