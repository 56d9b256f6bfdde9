import type { Screen } from '#platform/web/screen.ts'
import type { ScreenPath } from '#main/pagePaths.ts'
import { accountScreens } from '#accounts/web/screens.ts'
import { auditScreens } from '#audit/web/screens.ts'
import { composedScreens } from '#main/web/composedScreens.ts'
import { designScreens } from '#design/web/screens.ts'
import { entityScreens } from '#entities/web/screens.ts'
import { environmentScreens } from '#environments/web/screens.ts'
import { labelScreens } from '#labels/web/screens.ts'
import { recordScreens } from '#records/web/screens.ts'
import { securityScreens } from '#security/web/screens.ts'
import { shellScreens } from '#main/web/shellScreens.ts'

/** The screen of every path: a line a concept. A path without a screen does not compile. */
export const screens: Readonly<Record<ScreenPath, Screen>> = {
  ...shellScreens,
  ...composedScreens,
  ...accountScreens,
  ...environmentScreens,
  ...auditScreens,
  ...designScreens,
  ...entityScreens,
  ...labelScreens,
  ...recordScreens,
  ...securityScreens,
}
