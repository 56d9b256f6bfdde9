import type { DataQuery } from '#attributes/propertySchema.ts'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { TextArea } from '#design/web/fields/TextArea.tsx'
import { useLanguage } from '#language/web/language.tsx'

type QueryEditorProps = {
  readonly value: DataQuery | null
  readonly error: string | undefined
  readonly isLocked: boolean
  readonly onChange: (query: DataQuery) => void
}

/** What a data query asks, and how its answer is shown. */
export function QueryEditor({ value, error, isLocked, onChange }: QueryEditorProps) {
  const { t } = useLanguage()
  const query = value ?? { text: '', show: 'number' as const }
  return (
    <div className="flex flex-col gap-2 sm:col-span-2">
      <TextArea
        label={t('attributes.property.query')}
        name="query"
        required
        rows={3}
        spellCheck={false}
        className="[&_textarea]:font-mono"
        value={query.text}
        isReadOnly={isLocked}
        undertext={t('attributes.query.hint')}
        onChange={(text) => onChange({ ...query, text })}
        {...(error === undefined ? {} : { error })}
      />
      <SegmentedControl
        label={t('attributes.query.show')}
        segments={(['number', 'list'] as const).map((id) => ({ id, label: t(`attributes.query.${id}`) }))}
        value={query.show === 'list' ? 'list' : 'number'}
        onChange={(show) => onChange({ ...query, show })}
      />
    </div>
  )
}
