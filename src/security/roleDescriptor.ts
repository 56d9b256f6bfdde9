import type { DefinitionDescriptor, Reference } from '#changes/definition.ts'
import type { EntityRoleRecord } from '#security/role.ts'

/** A sentence about rights, as people read it. */
export type SaidTest = { readonly id: string; readonly attribute_id: string | null; readonly text: string }

/** The role rules and sentences about the attributes of an entity. */
export type RightsOfAttributes = { readonly roles: readonly EntityRoleRecord[]; readonly tests: readonly SaidTest[] }

/**
 * Roles: the rules of a deleted attribute are retained and apply again when the attribute is restored. Change sets do
 * not change roles.
 */
export const roleDescriptor: DefinitionDescriptor<RightsOfAttributes, EntityRoleRecord> = {
  kind: 'role',
  of: ({ roles }) => roles,
  find: ({ roles }, id) => roles.find(({ role_id }) => role_id === id),
  idOf: ({ role_id }) => role_id,
  nameOf: (_rights, { role }) => role,
  references: (_rights, { fields }) =>
    fields.map(({ attribute_id: id }): Reference => ({ kind: 'attribute', id, use: 'role', bond: 'weak' })),
  place: (_rights, { role_id, role }) => ({ name: role, entityId: null, path: `/role/${role_id}` }),
}

/** Sentences about rights: a sentence without its subject is void, and counts again when the subject is restored. */
export const permissionTestDescriptor: DefinitionDescriptor<RightsOfAttributes, SaidTest> = {
  kind: 'permissionTest',
  of: ({ tests }) => tests,
  find: ({ tests }, id) => tests.find((each) => each.id === id),
  idOf: ({ id }) => id,
  nameOf: (_rights, { text }) => text,
  references: (_rights, { attribute_id: id }) =>
    id === null ? [] : [{ kind: 'attribute', id, use: 'test', bond: 'weak' }],
  place: (_rights, { text }, fromEntityId) => ({
    name: text,
    entityId: null,
    path: `/entity/${fromEntityId}/security?tab=tests`,
  }),
}
