import type { ChangeSets } from '#changes/server/changes.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { parse } from '#faults/schema.ts'
import { fault, refuseIf } from '#faults/fault.ts'
import { viewOf } from '#views/defaultView.ts'
import { viewById } from '#views/model.ts'
import { patched } from '#views/operations/updateView.ts'
import { contentProblems, limitProblems, patchProblems } from '#views/rules.ts'
import type { ViewContext } from '#views/server/views.ts'
import { putViewRow, removeViews } from '#views/server/views.store.ts'
import type { View } from '#views/view.ts'
import { viewDraftSchema, viewPatchSchema } from '#views/viewSchema.ts'

type Changes = Pick<ChangeSets<Model>, 'aside'>
type Asked = { readonly id: string; readonly version: number | undefined }

/**
 * Personal views (product ruling 2.4): visible to and changeable by their owners only, on the entity as visible to the
 * owner. They have no history and no change sets, but the cascade of deleted attributes and entities includes them.
 */
export async function createPersonal(
  changes: Changes,
  context: ViewContext,
  { entity: seen, body }: { readonly entity: EntityDefinition; readonly body: unknown },
): Promise<View> {
  const draft = parse(viewDraftSchema, body)
  return changes.aside(context, async (transaction, model) => {
    const entity = entityIn(model, seen)
    const view = viewOf(
      { ...draft, managed: false },
      {
        id: context.newId(),
        entity_id: entity.id,
        change_id: context.newId(),
        owner_id: context.member.id,
        personal: true,
      },
    )
    refuseIf([
      ...(view.default ? [{ code: 'view.defaultPersonal', target: 'default' } as const] : []),
      ...limitProblems(model, entity.id, context.member.id),
      ...contentProblems(view, entity),
    ])
    await putViewRow(transaction, context.environment.schema, view)
    return view
  })
}

/** Changes a personal view of the member, with an optional version check. */
export async function updatePersonal(
  changes: Changes,
  context: ViewContext,
  { id, version, body, entity }: Asked & { readonly entity: EntityDefinition; readonly body: unknown },
): Promise<View> {
  const patch = parse(viewPatchSchema, body)
  return changes.aside(context, async (transaction, model) => {
    const view = ownView(model, context, id, version)
    refuseIf(patchProblems(view, patch, entityIn(model, entity)))
    const next = patched(view, patch, context.newId())
    await putViewRow(transaction, context.environment.schema, next)
    return next
  })
}

export async function deletePersonal(changes: Changes, context: ViewContext, { id, version }: Asked): Promise<void> {
  await changes.aside(context, async (transaction, model) => {
    const view = ownView(model, context, id, version)
    await removeViews(transaction, context.environment.schema, [view.id])
  })
}

function ownView(model: Model, { member }: ViewContext, id: string, version: number | undefined): View {
  const view = viewById(model, id)
  if (!view?.personal || view.owner_id !== member.id) throw fault('definition.unknown')
  if (version !== undefined && version !== view.version)
    throw fault('definition.stale', { version: view.version, expected: version })
  return view
}

/** The current entity, limited to fields visible to the member. */
function entityIn(model: Model, seen: EntityDefinition): EntityDefinition {
  const entity = model.entities.get(seen.id)
  if (!entity) throw fault('definition.unknown')
  const known = new Set(seen.fields.map(({ id }) => id))
  return {
    ...entity,
    attributes: entity.attributes.filter(({ id }) => known.has(id)),
    fields: entity.fields.filter(({ id }) => known.has(id)),
  }
}
