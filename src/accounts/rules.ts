/** Specification 5. The form's hint for an e-mail address says 3 to 24; up to 254 are accepted (product ruling part 3, 2). */
export const accountLengths = {
  firstname: { min: 1, max: 64 },
  lastname: { min: 0, max: 64 },
  emailHint: { min: 3, max: 24 },
  email: { min: 3, max: 254 },
  mobilephone: { min: 3, max: 21 },
} as const

export const codePattern = /^\d{6}$/
/** Specification 9: a trial is free for 30 days. */
export const trialDays = 30
/** A code is good for 15 minutes and 5 tries; another one can be asked for after 60 seconds (product ruling 2.1). */
export const codeRules = { minutes: 15, tries: 5, resendSeconds: 60 } as const
/** A link to a new password is good for half an hour, once. */
export const resetMinutes = 30
/** Product ruling 2.1: how long a person may stay signed in, in hours, to verify an address or number again. */
export const unverifiedHours = 24
