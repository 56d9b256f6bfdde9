import * as z from 'zod/mini'
import type { UserStatus } from '#accounts/status.ts'
import type { Locale } from '#language/locale.ts'

/** What people see of each other: those who share an environment, by name and picture. */
export type Colleague = {
  readonly id: string
  readonly firstname: string
  readonly lastname: string
  readonly picture: string | null
}

/** What the administrators of an installation see of a person. Times are ISO 8601 texts. */
export type User = Colleague & {
  readonly email: string
  readonly mobilephone: string | null
  readonly country: string | null
  readonly locale: Locale
  readonly status: UserStatus
  readonly email_verified: boolean
  readonly mobile_verified: boolean
  readonly platform_administrator: boolean
  readonly created_on: string
  readonly last_seen_on: string | null
  readonly sessions: number
  readonly keys: number
}

/** An environment that a person belongs to, with their role there. */
export type UserPlace = { readonly id: string; readonly name: string; readonly role: string }

/** A page of the list; `more` when there are others behind it. */
export type UserList<Line = User | Colleague> = { readonly value: readonly Line[]; readonly more: boolean }

export const usersPerPage = 50

/** What the list is asked for: part of a name or an address, and the id behind which it goes on. */
export const userListSchema = z.object({
  search: z.optional(z.string().check(z.trim(), z.maxLength(254))),
  after: z.optional(z.uuid('request.idInvalid')),
})
export type UserListWish = z.output<typeof userListSchema>

/** What administrators of the installation change about others. */
export const userChangeSchema = z.strictObject({
  disabled: z.optional(z.boolean()),
  platform_administrator: z.optional(z.boolean()),
})
export type UserChange = z.output<typeof userChangeSchema>

export const setUpSchema = z.object({
  code: z.string().check(z.trim(), z.minLength(1, 'validation.required'), z.maxLength(100)),
})

/** Whether this person sees what an administrator sees. */
export function isFullUser(person: User | Colleague): person is User {
  return 'status' in person
}

/** What an installation asks of everyone who signs in. */
export const installationRulesSchema = z.strictObject({ second_factor: z.boolean() })
export type InstallationRules = Readonly<z.output<typeof installationRulesSchema>>
