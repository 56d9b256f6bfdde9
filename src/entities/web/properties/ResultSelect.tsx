import type { Attribute } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import { Select } from '#design/web/choice/Select.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { formulaOf, resultOf } from '#entities/formula.ts'
import type { Model } from '#entities/model.ts'
import { useLanguage } from '#language/web/language.tsx'

// Keys come with data: @texts attributes

type ResultSelectProps = {
  readonly values: Attribute
  readonly entity: EntityDefinition
  readonly model: Model
  readonly field: { readonly name: string; readonly label: string; readonly error?: string }
  readonly isLocked: boolean
  readonly onChange: (next: Partial<Attribute>) => void
}

/** Whether a formula that gives numbers gives whole ones. What others give, their expression alone says. */
export function ResultSelect({ values, entity, model, field, isLocked, onChange }: ResultSelectProps) {
  const { t } = useLanguage()
  if (givesNumber(model, entity, values.expression) !== true) return null
  return (
    <Select
      {...field}
      isDisabled={isLocked}
      options={(['decimal', 'number'] as const).map((id) => ({ id, label: t(attributeTypes[id].label) }))}
      value={values.result === 'number' ? 'number' : 'decimal'}
      onChange={(id) => onChange({ result: id === 'number' ? 'number' : 'decimal' })}
    />
  )
}

/** An expression anew; what was chosen of numbers falls away where it gives none any more. */
export function withExpression(model: Model, entity: EntityDefinition, text: string): Partial<Attribute> {
  const expression = text || null
  return givesNumber(model, entity, expression) === false ? { expression, result: null } : { expression }
}

/** Nothing for what does not read, as while it is being typed. */
function givesNumber(model: Model, entity: EntityDefinition, expression: string | null): boolean | undefined {
  const read = formulaOf(model, entity, { expression, result: null })
  return 'problems' in read ? undefined : resultOf(read.expression.type) === 'decimal'
}
