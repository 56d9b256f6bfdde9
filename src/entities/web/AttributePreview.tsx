import { useState } from 'react'
import type { Attribute } from '#attributes/attribute.ts'
import { isRefusal, type WireValue } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import { controls } from '#attributes/web/controls.ts'
import type { TextKey } from '#language/translate.ts'
import { useLanguage } from '#language/web/language.tsx'

// Keys come with data: @texts attributes

/** The input as people will see it, with its messages: to be tried out, kept nowhere. */
export function AttributePreview({ attribute }: { attribute: Attribute }) {
  const { t } = useLanguage()
  const type = attributeTypes[attribute.type]
  const [typed, setTyped] = useState<{ readonly type: string; readonly value: WireValue }>()
  const value = typed?.type === attribute.type ? typed.value : ((attribute.default as WireValue) ?? null)
  const Control = controls[type.control]
  const error = typed ? refusalOf(attribute, value, t) : undefined
  return (
    <section aria-label={t('attributes.preview')} className="rounded-card border border-dashed border-control-line p-3">
      <p className="pb-2 text-section font-medium text-muted">{t('attributes.preview')}</p>
      <Control
        key={attribute.type}
        field={attribute}
        name="preview"
        label={attribute.name || t('attributes.new')}
        value={value}
        linked={undefined}
        onChange={(next) => setTyped({ type: attribute.type, value: next })}
        findLinked={() => Promise.resolve([])}
        {...(error === undefined ? {} : { error })}
      />
    </section>
  )
}

function refusalOf(
  attribute: Attribute,
  value: WireValue,
  t: (key: TextKey, values?: Record<string, unknown>) => string,
): string | undefined {
  const type = attributeTypes[attribute.type]
  if (value === null || value === '') return attribute.required ? t('fault.validation.required') : undefined
  // Properties that do not fit together have messages of their own.
  if (type.check(attribute).length > 0) return undefined
  const read = type.reader(attribute)(value)
  if (!isRefusal(read)) return undefined
  return attribute.title ?? t(`fault.${read.code}`, read.parameters)
}
