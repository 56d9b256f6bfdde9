import type { Attribute } from '#attributes/attribute.ts'
import { rollupFunctions, type Rollup } from '#attributes/propertySchema.ts'
import { Select } from '#design/web/choice/Select.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { listNames, rolledField, rollupSource } from '#entities/rollupSource.ts'
import { FormulaField } from '#entities/web/properties/FormulaField.tsx'
import { useLanguage } from '#language/web/language.tsx'

type RollupEditorProps = {
  readonly values: Attribute
  readonly entity: EntityDefinition
  readonly model: Model
  readonly isLocked: boolean
  readonly errorOf: (property: string) => string | undefined
  readonly onChange: (rollup: Rollup) => void
}

const start: Rollup = { path: [], function: 'count' }

/** What a rollup gathers: from which records, by which function, of which of their values. */
export function RollupEditor({ values, entity, model, isLocked, errorOf, onChange }: RollupEditorProps) {
  const { t } = useLanguage()
  const rollup = values.rollup ?? start
  const lookups = entity.attributes.filter(({ type }) => type === 'N:1')
  const sources = [
    ...listNames(model, entity).map((id) => ({ id, label: labelOfStep(model, entity, id), detail: id })),
    ...lookups.map(({ uri, name }) => ({ id: uri, label: name, detail: uri })),
  ]
  const source = rollup.path.length === 0 ? undefined : rollupSource(model, entity, rollup.path)
  const found = source && 'entity' in source ? source : undefined
  const fields = found?.entity.attributes.filter(({ uri }) => rolledField(found, uri)) ?? []
  const error = errorOf('rollup') ?? errorOf('rollup.path')
  const functions = found && !found.through ? (['first'] as const) : rollupFunctions
  return (
    <div className="grid gap-x-4 gap-y-3 sm:col-span-2 sm:grid-cols-2">
      <Select
        label={t('attributes.rollup.source')}
        name="rollup"
        required
        isDisabled={isLocked}
        options={sources}
        value={rollup.path.join('.')}
        onChange={(path) => onChange(pathTaken(model, entity, rollup, path))}
        {...(error === undefined ? {} : { error })}
      />
      <Select
        label={t('attributes.rollup.function')}
        isDisabled={isLocked}
        options={functions.map((id) => ({ id, label: t(`attributes.rollup.functions.${id}`) }))}
        value={rollup.function}
        onChange={(name) => onChange({ ...rollup, function: name as Rollup['function'] })}
      />
      {rollup.function !== 'count' && (
        <Select
          label={t('attributes.rollup.attribute')}
          required
          isDisabled={isLocked || !found}
          options={fields.map(({ uri, name }) => ({ id: uri, label: name, detail: uri }))}
          value={rollup.attribute ?? ''}
          onChange={(attribute) => onChange({ ...rollup, attribute: attribute || null })}
          {...told(errorOf('rollup.attribute'))}
        />
      )}
      {found?.through && (
        <FormulaField
          {...{ model }}
          attribute={values}
          place="rollup.filter"
          label={t('attributes.rollup.filter')}
          name="rollup.filter"
          value={rollup.filter ?? ''}
          isReadOnly={isLocked}
          undertext={t('attributes.rollup.filterHint')}
          error={errorOf('rollup.filter')}
          onChange={(filter) => onChange({ ...rollup, filter: filter || null })}
        />
      )}
    </div>
  )
}

/** Over a lookup there is one record, of which only a value can be taken. */
function pathTaken(model: Model, entity: EntityDefinition, rollup: Rollup, path: string): Rollup {
  const source = rollupSource(model, entity, [path])
  const isOne = 'entity' in source && !source.through
  return { path: [path], function: isOne ? 'first' : rollup.function, attribute: null, filter: null }
}

function labelOfStep(model: Model, entity: EntityDefinition, step: string): string {
  const source = rollupSource(model, entity, [step])
  if (!('entity' in source) || !source.through) return step
  return `${source.entity.collectionname} (${source.through.name})`
}

function told(error: string | undefined) {
  return error === undefined ? {} : { error }
}
