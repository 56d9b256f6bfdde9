import * as z from 'zod/mini'
import type { UserStatus } from '#accounts/status.ts'
import type { Locale } from '#language/locale.ts'

/** A person as seen by people who share an environment: name and picture. */
export type Colleague = {
  readonly id: string
  readonly firstname: string
  readonly lastname: string
  readonly picture: string | null
}

/** A person as seen by administrators of the installation. Times are ISO 8601 texts. */
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

/** The query of the list: part of a name or an address, and the id after which the page starts. */
export const userListSchema = z.object({
  search: z.optional(z.string().check(z.trim(), z.maxLength(254))),
  after: z.optional(z.uuid('request.idInvalid')),
})
export type UserListWish = z.output<typeof userListSchema>

/** The changes that administrators of the installation make to other people. */
export const userChangeSchema = z.strictObject({
  disabled: z.optional(z.boolean()),
  platform_administrator: z.optional(z.boolean()),
})
export type UserChange = z.output<typeof userChangeSchema>

export const setUpSchema = z.object({
  code: z.string().check(z.trim(), z.minLength(1, 'validation.required'), z.maxLength(100)),
})

/** Whether this person has the members that only administrators see. */
export function isFullUser(person: User | Colleague): person is User {
  return 'status' in person
}

/** Rules of the installation for everyone who signs in. */
export const installationRulesSchema = z.strictObject({ second_factor: z.boolean() })
export type InstallationRules = Readonly<z.output<typeof installationRulesSchema>>
