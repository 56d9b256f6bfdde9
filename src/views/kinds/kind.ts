import type { Field } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Problem } from '#faults/fault.ts'
import type { FieldId, ViewContent, ViewKind } from '#views/view.ts'

/** Optional parts of the view editor for a kind, beside its own settings and the filter. */
export type ViewSection = 'columns' | 'sort' | 'group' | 'colours' | 'rowheight' | 'pagesize' | 'footer'

/** Problems of a field at a place of a view; none where the place is empty or the field fits. */
export type NameField = (id: FieldId | null, target: string, fits?: (field: Field) => boolean) => Problem[]

/** Decides which fields stay at their places after deletions and changes. */
export type KeepField = {
  readonly may: (id: FieldId, fits?: (field: Field) => boolean) => boolean
  /** The field where it may stay, otherwise null. */
  readonly kept: (id: FieldId | null, fits?: (field: Field) => boolean) => FieldId | null
}

/** The rules of a kind of view: everything except its screens, which have the same name. */
export type ViewKindRules = {
  readonly name: ViewKind
  /** The kind's own member of a view's content, required for display; null where none is required. */
  readonly part: 'board' | 'calendar' | 'pivot' | null
  readonly sections: readonly ViewSection[]
  /** Initial content of a view of the kind; undefined where the entity has no suitable field. */
  readonly begin: (entity: EntityDefinition) => Partial<ViewContent> | undefined
  /** The fields in the kind's own part. */
  readonly fields: (view: ViewContent) => readonly (FieldId | null | undefined)[]
  /** Problems of the kind's own part with the entity. */
  readonly problems: (view: ViewContent, named: NameField, fields: ReadonlyMap<FieldId, Field>) => Problem[]
  /** The kind's own part, limited to fields that may stay. */
  readonly clean: (view: ViewContent, keep: KeepField) => Partial<ViewContent>
}
