import { lazyRouteComponent } from '@tanstack/react-router'
import type { accountPaths } from '#accounts/screenPaths.ts'
import { withTexts } from '#language/web/language.tsx'
import type { Screens } from '#platform/web/screen.ts'

/** The screens of accounts, but for those that the shell composes. */
export const accountScreens = {
  '/auth': {
    layout: 'public',
    guard: 'signedOut',
    component: lazyRouteComponent(() => import('#accounts/web/signIn/SignInPage.tsx'), 'SignInPage'),
  },
  '/auth/signup': {
    layout: 'public',
    guard: 'signedOut',
    component: lazyRouteComponent(
      () => withTexts(import('#accounts/web/signUp/SignUpPage.tsx'), ['accounts', 'session']),
      'SignUpPage',
    ),
  },
  '/auth/verify': {
    layout: 'public',
    component: lazyRouteComponent(
      () => withTexts(import('#accounts/web/signUp/VerifyPage.tsx'), ['accounts']),
      'VerifyPage',
    ),
  },
  '/auth/second': {
    layout: 'public',
    component: lazyRouteComponent(
      () => withTexts(import('#accounts/web/signIn/SecondFactorPage.tsx'), ['accounts']),
      'SecondFactorPage',
    ),
  },
  '/auth/external/$provider': {
    layout: 'public',
    component: lazyRouteComponent(
      () => withTexts(import('#accounts/web/signIn/ExternalPage.tsx'), ['accounts']),
      'ExternalPage',
    ),
  },
  '/auth/reset': {
    layout: 'public',
    component: lazyRouteComponent(
      () => withTexts(import('#accounts/web/signIn/ResetPage.tsx'), ['accounts']),
      'ResetPage',
    ),
  },
  '/auth/signout': {
    layout: 'public',
    component: lazyRouteComponent(
      () => withTexts(import('#accounts/web/signIn/SignOutPage.tsx'), ['accounts']),
      'SignOutPage',
    ),
  },
  '/profile/security': {
    layout: 'person',
    component: lazyRouteComponent(
      () => withTexts(import('#accounts/web/security/SecurityPage.tsx'), ['accounts', 'design']),
      'SecurityPage',
    ),
  },
  '/users': {
    layout: 'person',
    component: lazyRouteComponent(
      () => withTexts(import('#accounts/web/administration/UsersPage.tsx'), ['accounts']),
      'UsersPage',
    ),
  },
  '/users/rules': {
    layout: 'person',
    component: lazyRouteComponent(
      () => withTexts(import('#accounts/web/administration/RulesPage.tsx'), ['accounts']),
      'RulesPage',
    ),
  },
} satisfies Partial<Screens<typeof accountPaths>>
