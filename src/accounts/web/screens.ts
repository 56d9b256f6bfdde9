import { lazyRouteComponent } from '@tanstack/react-router'
import type { accountPaths } from '#accounts/screenPaths.ts'
import { withTexts } from '#language/web/language.tsx'
import type { Screens } from '#platform/web/screen.ts'

/** The screens of accounts, but for those that the shell composes. */
export const accountScreens = {
  '/auth': {
    layout: 'public',
    guard: 'signedOut',
    component: lazyRouteComponent(() => import('#accounts/web/SignInPage.tsx'), 'SignInPage'),
  },
  '/auth/signup': {
    layout: 'public',
    guard: 'signedOut',
    component: lazyRouteComponent(
      () => withTexts(import('#accounts/web/SignUpPage.tsx'), ['accounts', 'session']),
      'SignUpPage',
    ),
  },
  '/auth/verify': {
    layout: 'public',
    component: lazyRouteComponent(() => withTexts(import('#accounts/web/VerifyPage.tsx'), ['accounts']), 'VerifyPage'),
  },
  '/auth/second': {
    layout: 'public',
    component: lazyRouteComponent(
      () => withTexts(import('#accounts/web/SecondFactorPage.tsx'), ['accounts']),
      'SecondFactorPage',
    ),
  },
  '/auth/external/$provider': {
    layout: 'public',
    component: lazyRouteComponent(
      () => withTexts(import('#accounts/web/ExternalPage.tsx'), ['accounts']),
      'ExternalPage',
    ),
  },
  '/auth/reset': {
    layout: 'public',
    component: lazyRouteComponent(() => withTexts(import('#accounts/web/ResetPage.tsx'), ['accounts']), 'ResetPage'),
  },
  '/auth/signout': {
    layout: 'public',
    component: lazyRouteComponent(
      () => withTexts(import('#accounts/web/SignOutPage.tsx'), ['accounts']),
      'SignOutPage',
    ),
  },
  '/profile/security': {
    layout: 'person',
    component: lazyRouteComponent(
      () => withTexts(import('#accounts/web/SecurityPage.tsx'), ['accounts', 'design']),
      'SecurityPage',
    ),
  },
  '/users': {
    layout: 'person',
    component: lazyRouteComponent(() => withTexts(import('#accounts/web/UsersPage.tsx'), ['accounts']), 'UsersPage'),
  },
  '/users/rules': {
    layout: 'person',
    component: lazyRouteComponent(() => withTexts(import('#accounts/web/RulesPage.tsx'), ['accounts']), 'RulesPage'),
  },
} satisfies Partial<Screens<typeof accountPaths>>
