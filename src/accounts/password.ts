/** Specification 5: a password holds 6 to 24 characters. */
export const passwordLength = { min: 6, max: 24 } as const

/** The rules of a password in the order in which a form shows them while one types. */
export const passwordRules = [
  {
    name: 'length',
    holds: (password) => password.length >= passwordLength.min && password.length <= passwordLength.max,
  },
  { name: 'upper', holds: (password) => /\p{Lu}/u.test(password) },
  { name: 'lower', holds: (password) => /\p{Ll}/u.test(password) },
  { name: 'number', holds: (password) => /\d/.test(password) },
] as const satisfies readonly { name: string; holds: (password: string) => boolean }[]
