import * as z from 'zod/mini'
import { _default as withDefault } from 'zod/mini'
import { countryCodes } from '#accounts/country.ts'
import { passwordLengths, passwordRules, type PasswordPolicy } from '#accounts/password.ts'
import { accountLengths, codePattern } from '#accounts/rules.ts'
import type { UserStatus } from '#accounts/status.ts'
import { dateFormats, numberFormats, timeFormats, type Formats } from '#language/formats.ts'
import { localeCodes, type Locale } from '#language/locale.ts'
import { isTimeZone } from '#dates/timeZone.ts'
import { lengthBetween } from '#text/name.ts'

/**
 * A chosen password: the length, and under the standard policy at least one uppercase letter, one lowercase letter and
 * one number.
 */
function chosenPassword(policy: PasswordPolicy) {
  const { min, max } = passwordLengths[policy]
  const signs = passwordRules[policy].filter(({ name }) => name !== 'length')
  return z.string().check(
    lengthBetween(min, max),
    z.refine<string>((password) => signs.every(({ holds }) => holds(password)), { message: 'validation.passwordCase' }),
  )
}

/** A schema for each password policy. */
function byPolicy<Schema>(make: (password: ReturnType<typeof chosenPassword>) => Schema) {
  return { standard: make(chosenPassword('standard')), strong: make(chosenPassword('strong')) } as const
}

const firstname = z.string().check(z.trim(), z.minLength(1, 'validation.required'), z.maxLength(64))
const lastname = z.string().check(z.trim(), z.maxLength(64))
const email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254),
    z.regex(/^[^\s@<>"(),:;\\]+@[^\s@.]+(\.[^\s@.]+)+$/, 'validation.email'),
  )
const phone = z
  .string()
  .check(
    z.trim(),
    lengthBetween(accountLengths.mobilephone.min, accountLengths.mobilephone.max),
    z.regex(/^\+?[\d ()./-]+$/, 'validation.phone'),
  )
const timezone = z
  .string()
  .check(z.refine((name) => name === 'auto' || isTimeZone(name), { message: 'validation.option' }))
const country = z.enum(countryCodes as [string, ...string[]], 'validation.option')

/** A field that may be left empty: an empty text, null and nothing all mean none. */
function orNone<Schema extends z.core.$ZodType<string, string>>(schema: Schema) {
  return z.pipe(
    z.nullish(z.string()),
    z.pipe(
      z.transform((text: string | null | undefined) => text?.trim() || null),
      z.nullable(schema),
    ),
  )
}

const sessionWish = {
  method: withDefault(z.enum(['cookie', 'jwt']), 'cookie'),
  mode: withDefault(z.enum(['strict', 'lax']), 'strict'),
  remember_me: withDefault(z.boolean(), false),
}

/** Said together with whatever else is wrong, not after it. */
function isTyped({ value }: { readonly value: unknown }): boolean {
  return typeof (value as { repeatpassword?: unknown } | null)?.repeatpassword === 'string'
}
const repeated = { path: ['repeatpassword'], message: 'validation.passwordRepeat' }

/** Sign-up: every field of the form, with the specification's rules. */
export const signUpSchemas = byPolicy((password) =>
  z
    .object({
      firstname,
      lastname: withDefault(lastname, ''),
      email,
      mobilephone: orNone(phone),
      country: orNone(country),
      password,
      repeatpassword: z.string(),
      terms: z.literal(true, 'validation.terms'),
    })
    .check(z.refine((typed) => typed.password === typed.repeatpassword, { ...repeated, when: isTyped })),
)
export type SignUp = z.output<typeof signUpSchemas.standard>

/** A password as it was typed; its rules are for choosing one. */
const typedPassword = z.string().check(z.minLength(1, 'validation.required'), z.maxLength(1024))

export const signInSchema = z.object({
  email,
  password: typedPassword,
  ...sessionWish,
})
export type SignIn = z.output<typeof signInSchema>
/** What its form asks for. */
export const signInForm = z.pick(signInSchema, { email: true, password: true, remember_me: true })

const code = z.string().check(z.trim(), z.regex(codePattern, 'validation.code'))
const ticket = z.optional(z.string().check(z.maxLength(200)))

/** A code with proof of its owner: the ticket of the sign-up, or, from another browser, the password of the sign-up. */
export const verifySchema = z
  .object({ email, code, ticket, password: z.optional(typedPassword), ...sessionWish })
  .check(
    z.refine(({ ticket: held, password }) => held !== undefined || password !== undefined, {
      path: ['password'],
      message: 'validation.required',
    }),
  )
/** Fields of the form: the password only where this browser has no ticket. */
export const verifyForms = {
  withTicket: z.object({ email, code, remember_me: z.boolean() }),
  withPassword: z.object({ email, code, remember_me: z.boolean(), password: typedPassword }),
} as const
export type Verify = z.output<typeof verifySchema>

export const resendSchema = z.object({
  email,
  ticket,
  channel: withDefault(z.enum(['email', 'mobile'], 'validation.option'), 'email'),
})
export type Resend = z.output<typeof resendSchema>

/**
 * The answer of a sign-up, the same for every address. The browser returns the ticket with the code. `sms`: whether
 * codes can be sent as short messages.
 */
export type SignUpAnswer = { readonly ticket: string; readonly sms: boolean }

export const resetSchema = z.object({ email })
export type Reset = z.output<typeof resetSchema>

/** The new password, twice, with the secret at the end of the mailed link. */
export const resetConfirmSchemas = byPolicy((password) =>
  z
    .object({ token: z.string().check(z.maxLength(200)), password, repeatpassword: z.string() })
    .check(z.refine((typed) => typed.password === typed.repeatpassword, { ...repeated, when: isTyped })),
)
export type ResetConfirm = z.output<typeof resetConfirmSchemas.standard>

/** The present password, and the new one twice. */
export const newPasswordSchemas = byPolicy((newpassword) =>
  z
    .object({ password: typedPassword, newpassword, repeatpassword: z.string() })
    .check(z.refine((typed) => typed.newpassword === typed.repeatpassword, { ...repeated, when: isTyped })),
)
export type NewPassword = z.output<typeof newPasswordSchemas.standard>

/** Another address. */
export const newEmailSchema = z.object({ email })
export type NewEmail = z.output<typeof newEmailSchema>

/** Which of one's own channels a code is wanted for. */
export const channelSchema = z.object({ channel: z.enum(['email', 'mobile'], 'validation.option') })
/** A code that came, by mail or as a short message. */
export const codeSchema = z.object({ code })

export const refreshSchema = z.object(sessionWish)
export type SessionWish = z.output<typeof refreshSchema>

/** The members of a profile that people may change themselves. Other members of the body are ignored. */
export const profileSchema = z.object({
  firstname: z.optional(firstname),
  lastname: z.optional(lastname),
  mobilephone: z.optional(orNone(phone)),
  country: z.optional(orNone(country)),
  locale: z.optional(z.enum(localeCodes as [Locale, ...Locale[]])),
  developermode: z.optional(z.boolean()),
  timezone: z.optional(timezone),
  dateformat: z.optional(z.enum(dateFormats, 'validation.option')),
  timeformat: z.optional(z.enum(timeFormats, 'validation.option')),
  numberformat: z.optional(z.enum(numberFormats, 'validation.option')),
})
export type Profile = z.output<typeof profileSchema>
/** Fields of the profile's forms. */
export const personSchema = z.pick(profileSchema, { firstname: true, lastname: true, country: true, locale: true })
export const formatsSchema = z.pick(profileSchema, {
  timezone: true,
  dateformat: true,
  timeformat: true,
  numberformat: true,
})
export const phoneSchema = z.pick(profileSchema, { mobilephone: true })

/** The current user as answered by `GET /user/v1/me`, with formats of dates and numbers. */
export type Me = Formats & {
  readonly id: string
  readonly firstname: string
  readonly lastname: string
  readonly email: string
  readonly mobilephone: string | null
  readonly country: string | null
  readonly provider: string
  readonly status: UserStatus
  readonly locale: Locale
  readonly developermode: boolean
  /** The day on which the free trial ends, as an instant (ISO 8601). */
  readonly trial_ends_on: string
  readonly email_verified: boolean
  readonly mobile_verified: boolean
  /** Without one the person signs in by other ways, and gets a first one by a link. */
  readonly has_password: boolean
  /** Whether the person administers the installation. */
  readonly platform_administrator: boolean
  /** Whether this installation sends short messages. */
  readonly sms: boolean
  /** Whether the person has to set up a second factor before anything else. */
  readonly lacks_factor: boolean
  /** Changes with the picture; null without one. */
  readonly picture: string | null
}

/** The answer of a sign-in. `token` only for method jwt; `expires_in` in seconds. */
export type SignInAnswer = { readonly token?: string; readonly expires_in: number }
