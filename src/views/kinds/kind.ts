import type { Field } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Problem } from '#faults/fault.ts'
import type { FieldId, ViewContent, ViewKind } from '#views/view.ts'

/** The parts of a view's editor that a kind may offer beside its own settings and the filter. */
export type ViewSection = 'columns' | 'sort' | 'group' | 'colours' | 'rowheight' | 'pagesize' | 'footer'

/** What stands against a field at a place of a view; none where the place is empty or the field fits. */
export type NameField = (id: FieldId | null, target: string, fits?: (field: Field) => boolean) => Problem[]

/** Which fields stay at their places when some are gone or have changed. */
export type KeepField = {
  readonly may: (id: FieldId, fits?: (field: Field) => boolean) => boolean
  /** The field where it may stay, else null. */
  readonly kept: (id: FieldId | null, fits?: (field: Field) => boolean) => FieldId | null
}

/** What one kind of view is: everything that the product knows of it but its screens, which have its name. */
export type ViewKindRules = {
  readonly name: ViewKind
  /** The member of a view's content that is the kind's own, without which it cannot be drawn; null where it needs none. */
  readonly part: 'board' | 'calendar' | 'pivot' | null
  readonly sections: readonly ViewSection[]
  /** What a view says when it becomes one of the kind; undefined where an entity has nothing to show so. */
  readonly begin: (entity: EntityDefinition) => Partial<ViewContent> | undefined
  /** The fields that its own part names. */
  readonly fields: (view: ViewContent) => readonly (FieldId | null | undefined)[]
  /** What of its own part does not fit the entity. */
  readonly problems: (view: ViewContent, named: NameField, fields: ReadonlyMap<FieldId, Field>) => Problem[]
  /** Its own part with the fields that may stay there. */
  readonly clean: (view: ViewContent, keep: KeepField) => Partial<ViewContent>
}
