import { auditLines } from '#audit/web/navigation.ts'
import { changeLines } from '#changes/web/navigation.ts'
import type { FeatureKey } from '#entities/feature.ts'
import { entityLines } from '#entities/web/navigation.ts'
import { environmentLines, type NavigationLine } from '#environments/web/navigation.ts'
import { jobLines } from '#jobs/web/navigation.ts'
import { recordLines } from '#records/web/navigation.ts'
import type { SelfRecord } from '#security/role.ts'
import { securityLines } from '#security/web/navigation.ts'

type Line = NavigationLine<FeatureKey>

/** The ways to the screens of an environment that its concepts offer: a line a concept. */
export const navigation: readonly Line[] = [
  ...entityLines,
  ...recordLines,
  ...changeLines,
  ...jobLines,
  ...environmentLines,
  ...securityLines,
  ...auditLines,
].toSorted((one, other) => one.order - other.order)

/** Whether somebody with these activities has something to go to; those that are not known yet hold nobody off. */
export function offersLine({ may }: Line, held: SelfRecord['activities'] | undefined): boolean {
  return !held || may.length === 0 || may.some((each) => held.includes(each))
}
