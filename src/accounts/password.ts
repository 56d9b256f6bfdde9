/** Which passwords an installation accepts (product part 3, 3): `strong` asks for length alone. */
export const passwordPolicies = ['standard', 'strong'] as const
export type PasswordPolicy = (typeof passwordPolicies)[number]

/** Specification 5: a password has 6 to 24 characters; a strong password 12 to 128. */
export const passwordLengths = { standard: { min: 6, max: 24 }, strong: { min: 12, max: 128 } } as const

type Rule = { readonly name: 'length' | 'upper' | 'lower' | 'number'; readonly holds: (password: string) => boolean }

/** The rules of a password in the order in which a form shows them while one types. */
export const passwordRules: Readonly<Record<PasswordPolicy, readonly Rule[]>> = {
  standard: [
    lengthOf('standard'),
    { name: 'upper', holds: (password) => /\p{Lu}/u.test(password) },
    { name: 'lower', holds: (password) => /\p{Ll}/u.test(password) },
    { name: 'number', holds: (password) => /\d/.test(password) },
  ],
  strong: [lengthOf('strong')],
}

function lengthOf(policy: PasswordPolicy): Rule {
  const { min, max } = passwordLengths[policy]
  return { name: 'length', holds: ({ length }) => length >= min && length <= max }
}
