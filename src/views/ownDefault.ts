import type { DefinitionDescriptor } from '#changes/definition.ts'

/** The view that a member opens where nothing else is said. */
export type OwnDefault = { readonly member_id: string; readonly entity_id: string; readonly view_id: string }

/** Members' own default views go with their view, and are in no change set. */
export const defaultViewDescriptor: DefinitionDescriptor<readonly OwnDefault[], OwnDefault> = {
  kind: 'defaultView',
  of: (defaults) => defaults,
  find: (defaults, id) => defaults.find((each) => idOf(each) === id),
  idOf,
  nameOf: (_defaults, { view_id }) => view_id,
  references: (_defaults, { view_id, entity_id }) => [
    { kind: 'view', id: view_id, use: 'candidates', bond: 'part' },
    { kind: 'entity', id: entity_id, use: 'table', bond: 'part' },
  ],
}

function idOf({ member_id, entity_id }: OwnDefault): string {
  return `${member_id} ${entity_id}`
}
