import * as z from 'zod/mini'
import { refreshSchema, type SignInAnswer } from '#accounts/account.ts'
import type { PasswordPolicy } from '#accounts/password.ts'
import { codePattern } from '#accounts/rules.ts'
import { lengthBetween } from '#text/name.ts'

/** External identity providers; `oidc` is a provider that a company runs or rents. */
export const providerIds = ['facebook', 'google', 'microsoft', 'oidc'] as const
export type ProviderId = (typeof providerIds)[number]

/** A provider whose keys are set, by the name that people know. */
export type OfferedProvider = { readonly id: ProviderId; readonly name: string }
/** Sign-in methods that the sign-in page offers beside the password. */
export type SignInWays = { readonly providers: readonly OfferedProvider[]; readonly passwords: PasswordPolicy }

/** How long each step may take, in seconds. */
export const stepSeconds = { external: 600, claim: 1800, second: 600, passkey: 300, confirm: 900 } as const
/** How long a session counts as that of the person themselves once they have proved it, in seconds. */
export const confirmedFor = 600
/** How long a sign-in counts as fresh for ending sessions, in seconds. */
export const freshFor = 3600
export const mostPasskeys = 20
export const recoveryCodeCount = 10
export const passkeyName = { min: 1, max: 40 } as const

const ticket = z.string().check(z.minLength(20), z.maxLength(200))
const provider = z.enum(providerIds, 'validation.option')
const code = z.string().check(z.trim(), z.regex(codePattern, 'validation.code'))
/** As people copy it: with or without the lines between its parts. */
const recovery = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^([A-Z2-7]{4}-?){3}[A-Z2-7]{4}$/, 'validation.code'))
const password = z.string().check(z.minLength(1, 'validation.required'), z.maxLength(1024))
const name = z.string().check(z.trim(), lengthBetween(passkeyName.min, passkeyName.max))

/** The response of a browser's authenticator; only the verifying library knows its parts. */
const credential = z.looseObject({ id: z.string().check(z.maxLength(2000)), type: z.literal('public-key') })

export const externalStartSchema = z.object({ provider })
/** `query` is all that the provider gave the browser on its way back. */
const returned = { provider, ticket, query: z.string().check(z.maxLength(8000)) }
export const externalFinishSchema = z.extend(refreshSchema, returned)
export const connectSchema = z.object(returned)
export const ticketSchema = z.object({ ticket })
export const proveSchema = z.object({ ticket, code })
export const externalSignUpSchema = z.extend(refreshSchema, {
  ticket,
  firstname: z.string().check(z.trim(), z.minLength(1, 'validation.required'), z.maxLength(64)),
  lastname: z.string().check(z.trim(), z.maxLength(64)),
  terms: z.literal(true, 'validation.terms'),
})
export const linkSchema = z.extend(refreshSchema, { ticket, password: z.optional(password), code: z.optional(code) })
export const secondSchema = z.object({ ticket, code: z.optional(code), recovery: z.optional(recovery) })
export const passkeySignInSchema = z.extend(refreshSchema, { ticket, response: credential })
export const passkeyDraftSchema = z.object({ ticket, name, response: credential })
export const passkeyNameSchema = z.object({ name })
export const totpCodeSchema = z.object({ code })
export const confirmSchema = z.object({
  password: z.optional(password),
  ticket: z.optional(ticket),
  code: z.optional(code),
  recovery: z.optional(recovery),
  response: z.optional(credential),
})

export type ExternalFinish = z.output<typeof externalFinishSchema>
export type Connect = z.output<typeof connectSchema>
export type ExternalSignUp = z.output<typeof externalSignUpSchema>
export type LinkWish = z.output<typeof linkSchema>
export type Second = z.output<typeof secondSchema>
export type PasskeySignIn = z.output<typeof passkeySignInSchema>
export type PasskeyDraft = z.output<typeof passkeyDraftSchema>
export type Confirm = z.output<typeof confirmSchema>

/** A password was right, or a provider vouched: the second factor is still wanted. */
export type SecondStep = { readonly ticket: string; readonly expires_in: number }

/**
 * A provider vouches for a person whose identity no account is linked to. `prove`: a code was mailed to the provider's
 * address; `signup`: an account may be created; `link`: the account of that address may be linked after the person's
 * consent.
 */
export type Claim = {
  readonly ticket: string
  readonly step: 'prove' | 'signup' | 'link'
  readonly provider: string
  readonly email: string
  readonly firstname: string
  readonly lastname: string
}

/** The answer of a sign-in: a session, or (202) the required next step. */
export type AdmissionAnswer = SignInAnswer | { readonly second: SecondStep } | { readonly claim: Claim }

export type ExternalStart = { readonly address: string; readonly ticket: string }

/** Methods of confirming a session. */
export type ConfirmWay = 'password' | 'passkey' | 'mail' | 'totp'

/** The state shown on the security page. */
export type SecurityState = {
  readonly confirm: readonly ConfirmWay[]
  readonly confirmed: boolean
  readonly totp: { readonly on: boolean; readonly recoveryleft: number }
  readonly passkeys: readonly PasskeyRow[]
  readonly connections: readonly ConnectionRow[]
  readonly providers: readonly OfferedProvider[]
}
export type PasskeyRow = {
  readonly id: string
  readonly name: string
  readonly created_on: string
  readonly last_used_on: string | null
}
export type ConnectionRow = {
  readonly id: string
  readonly provider: ProviderId
  readonly label: string | null
  readonly created_on: string
}

export type TotpDraft = { readonly secret: string; readonly address: string }
export type RecoveryCodes = { readonly value: readonly string[] }
