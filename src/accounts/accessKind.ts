/**
 * What the installation's log tells of people who sign in, of what they do to their accounts, and of those who administer
 * it. The text of each is `audit.kind.<kind>`.
 */
export const accessKinds = [
  'accountMade',
  'channelVerified',
  'signIn',
  'signInRefused',
  'confirmRefused',
  'signOut',
  'tokenReused',
  'sessionsEnded',
  'passwordChanged',
  'emailChanged',
  'phoneChanged',
  'profileChanged',
  'totpOn',
  'totpOff',
  'recoveryRenewed',
  'recoveryUsed',
  'passkeyAdded',
  'passkeyRemoved',
  'providerConnected',
  'providerDisconnected',
  'keyMade',
  'keyRevoked',
  'accountClosed',
  'installationSetUp',
  'userChanged',
  'otherWaysRemoved',
  'factorsReset',
  'passwordReset',
  'allSessionsEnded',
  'rulesChanged',
  'dataExported',
] as const
export type AccessKind = (typeof accessKinds)[number]
