import * as z from 'zod/mini'
import { activities, type Activity } from '#environments/activity.ts'
import { actions, scopes, type Action, type Scope } from '#environments/memberRights.ts'
import { descriptionSchema, lengthBetween } from '#text/name.ts'

/** How long the name of a role, a business unit or a team may be: the specification names no lengths for them. */
export const accessNameLength = { min: 2, max: 64 } as const
export const accessNameSchema = z.string().check(z.trim(), lengthBetween(accessNameLength.min, accessNameLength.max))

export const idSchema = z.uuid('request.idInvalid')
/** The version on which a change is based, if not given by If-Match. */
export const versionSchema = z.optional(z.int('validation.integer'))

/** So many cells, rules or members one call may set. */
export const mostAssignedAtOnce = 5000

/** One cell of the matrix: how far an action reaches on the records of an entity. */
export const privilegeSchema = z.strictObject({
  entity_id: idSchema,
  action: z.enum(actions),
  scope: z.enum(scopes),
})
const fieldRule = { attribute_id: idSchema, may_read: z.boolean(), may_update: z.boolean() }
const isReadFirst = ({ may_read, may_update }: { readonly may_read: boolean; readonly may_update: boolean }) =>
  may_read || !may_update
const unread = { message: 'validation.option', path: ['may_update'] }
/** A role's rights on an attribute; an attribute that may not be read may not be updated. */
export const fieldRuleSchema = z.strictObject(fieldRule).check(z.refine(isReadFirst, unread))

const rights = {
  /** Cells to set; those that are not named stay as they are. */
  privileges: z.optional(z.array(privilegeSchema).check(z.maxLength(mostAssignedAtOnce))),
  /** Rules to set; one that allows both is none. */
  fields: z.optional(z.array(fieldRuleSchema).check(z.maxLength(mostAssignedAtOnce))),
  /** All activities that the role shall have. */
  activities: z.optional(z.array(z.enum(activities)).check(z.maxLength(activities.length))),
  /** True makes it the role that new members get. */
  default: z.optional(z.literal(true)),
}

/** `POST /security/v1/{envid}/role`. A new role allows only what the body names. */
export const roleSchema = z.strictObject({ name: accessNameSchema, description: descriptionSchema, ...rights })
export type RoleDraft = z.output<typeof roleSchema>

/** `PATCH /security/v1/{envid}/role/{roleid}`: absent members stay unchanged. */
export const roleChangeSchema = z.strictObject({
  name: z.optional(accessNameSchema),
  description: z.optional(descriptionSchema),
  ...rights,
  version: versionSchema,
})
export type RoleChange = z.output<typeof roleChangeSchema>

/** `POST /security/v1/{envid}/role/{roleid}/copy`. */
export const roleCopySchema = z.strictObject({ name: accessNameSchema })

/** `PUT /security/v1/{envid}/entity/{entityid}`: the matrix from the other side, cells of many roles on one entity. */
export const entityPrivilegesSchema = z
  .strictObject({
    value: z.optional(
      z
        .array(z.strictObject({ role_id: idSchema, action: z.enum(actions), scope: z.enum(scopes) }))
        .check(z.maxLength(mostAssignedAtOnce)),
    ),
    /** Rules for attributes of the entity; one that allows both is none. */
    fields: z.optional(
      z
        .array(z.strictObject({ role_id: idSchema, ...fieldRule }).check(z.refine(isReadFirst, unread)))
        .check(z.maxLength(mostAssignedAtOnce)),
    ),
  })
  .check(
    z.refine(({ value = [], fields = [] }) => value.length + fields.length > 0, {
      message: 'validation.required',
      path: ['value'],
    }),
  )
export type EntityPrivileges = z.output<typeof entityPrivilegesSchema>
/**
 * `PUT /security/v1/{envid}/activity/{id}`: all roles with the activity afterwards; managed roles always keep the
 * activity.
 */
export const activityRolesSchema = z.strictObject({
  role_ids: z.array(idSchema).check(z.maxLength(mostAssignedAtOnce)),
})

/** A role in the list. */
export type RoleRecord = {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly administrator: boolean
  readonly managed: boolean
  /** Whether new members get it. */
  readonly default: boolean
  readonly version: number
  /** Number of members and teams with the role, and number of entities on which the role allows something. */
  readonly members: number
  readonly teams: number
  readonly entities: number
}

export type PrivilegeRecord = { readonly entity_id: string; readonly action: Action; readonly scope: Scope }
export type FieldRuleRecord = {
  readonly attribute_id: string
  readonly may_read: boolean
  readonly may_update: boolean
}

/** A role with all its rights. Absent cells mean *none*; attributes without a rule may be read and updated. */
export type RoleDetail = RoleRecord & {
  readonly privileges: readonly PrivilegeRecord[]
  readonly fields: readonly FieldRuleRecord[]
  readonly activities: readonly Activity[]
}

/** A role's rights on one entity: `GET /security/v1/{envid}/entity/{entityid}`. */
export type EntityRoleRecord = {
  readonly role_id: string
  readonly role: string
  readonly administrator: boolean
  readonly managed: boolean
  /** The rules for its attributes; without one they may be read and updated. */
  readonly fields: readonly FieldRuleRecord[]
} & Readonly<Record<Action, Scope>>

/** Which roles have an activity: `GET /security/v1/{envid}/activity` and `.../{id}`. */
export type ActivityRecord = {
  readonly id: Activity
  readonly roles: readonly { readonly id: string; readonly name: string }[]
}

/** The caller's own rights: `GET /security/v1/{envid}/self`. */
export type SelfRecord = {
  readonly id: string
  readonly administrator: boolean
  readonly roles: readonly { readonly id: string; readonly name: string }[]
  readonly unit: { readonly id: string; readonly name: string }
  /** My unit and all below it. */
  readonly units: readonly string[]
  readonly teams: readonly { readonly id: string; readonly name: string }[]
  /** By entity id: how far each action reaches. Entities on which one may do nothing are not there. */
  readonly privileges: Readonly<Partial<Record<string, Readonly<Record<Action, Scope>>>>>
  /** By attribute id: only attributes that I may not read or not update. */
  readonly fields: Readonly<Record<string, { readonly read: boolean; readonly update: boolean }>>
  readonly activities: readonly Activity[]
  readonly developermode: boolean
}
