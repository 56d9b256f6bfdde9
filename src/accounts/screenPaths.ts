/** The paths of the screens of accounts; parts with a dollar are parameters. */
export const accountPaths = [
  '/auth',
  '/auth/signup',
  '/auth/verify',
  '/auth/second',
  '/auth/external/$provider',
  '/auth/reset',
  '/auth/signout',
  '/keys',
  '/profile',
  '/profile/security',
  '/settings',
  '/users',
  '/users/rules',
  '/users/$userid',
  '/users/$userid/manage',
] as const

/** The providers to whom a person may be sent for a sign-in, as they stand for `$provider`. */
export const providerNames = ['facebook', 'google', 'microsoft', 'oidc'] as const
