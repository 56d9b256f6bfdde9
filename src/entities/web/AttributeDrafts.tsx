import { Plus, X } from 'lucide-react'
import type { AttributeTypeName } from '#attributes/types.ts'
import { TypeSelect } from '#attributes/web/TypeSelect.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { newRow, urisOf, type AttributeRow } from '#entities/attributeRow.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { useLanguage } from '#language/web/language.tsx'

type AttributeDraftsProps = {
  readonly rows: readonly AttributeRow[]
  readonly entities: readonly EntityDefinition[]
  readonly onChange: (rows: readonly AttributeRow[]) => void
  /** The problem of a field such as `attributes.0.name`. */
  readonly errorOf: (name: string) => string | undefined
}

/** The first attributes of a new entity, to be named and typed in place. */
export function AttributeDrafts({ rows, entities, onChange, errorOf }: AttributeDraftsProps) {
  const { t } = useLanguage()
  const uris = urisOf(rows)
  const change = (index: number, next: Partial<AttributeRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...next } : row)))
  return (
    <div className="flex flex-col gap-3">
      {rows.length > 0 && (
        <ol className="flex flex-col gap-3 md:gap-2">
          {rows.map((row, index) => (
            <DraftRow
              key={row.key}
              {...{ row, index, entities, errorOf }}
              uri={uris[index] ?? ''}
              isLast={index === rows.length - 1}
              onChange={(next) => change(index, next)}
              onRemove={() => onChange(rows.filter((_, at) => at !== index))}
            />
          ))}
        </ol>
      )}
      <Button
        className="self-start"
        icon={<Plus aria-hidden />}
        onPress={() => onChange([...rows, newRow(crypto.randomUUID())])}
      >
        {t('entities.create.addAttribute')}
      </Button>
    </div>
  )
}

type DraftRowProps = Pick<AttributeDraftsProps, 'entities' | 'errorOf'> & {
  readonly uri: string
  readonly isLast: boolean
  readonly row: AttributeRow
  readonly index: number
  readonly onChange: (next: Partial<AttributeRow>) => void
  readonly onRemove: () => void
}

function DraftRow({ row, uri, index, isLast, entities, errorOf, onChange, onRemove }: DraftRowProps) {
  const { t } = useLanguage()
  const path = (property: string) => `attributes.${index}.${property}`
  const control = (property: string, label: string) => {
    const error = errorOf(path(property))
    return { name: path(property), label, ...(error === undefined ? {} : { error }) }
  }
  return (
    <li
      aria-label={row.name || t('entities.create.attributeNumber', { number: index + 1 })}
      className="grid grid-cols-2 items-start gap-2 max-md:rounded-card max-md:border max-md:border-line max-md:p-3 md:grid-cols-[minmax(8rem,3fr)_minmax(7rem,2fr)_minmax(9rem,3fr)_auto_auto]"
    >
      <TextField
        {...control('name', t('attributes.name'))}
        value={row.name}
        onChange={(name) => onChange({ name })}
        autoFocus={isLast && row.name === ''}
        autoComplete="off"
        maxLength={60}
        required
        className="max-md:col-span-2"
      />
      <TextField
        {...control('uri', t('attributes.uri'))}
        value={uri}
        onChange={(typed) => onChange({ uri: typed.toLowerCase(), hasOwnUri: typed !== '' })}
        {...uriInput}
      />
      <TypeSelect
        {...control('type', t('attributes.typeLabel'))}
        value={row.type}
        onChange={(type: AttributeTypeName) => onChange({ type })}
      />
      <Checkbox className="self-end pb-1" isSelected={row.required} onChange={(required) => onChange({ required })}>
        {t('attributes.required')}
      </Checkbox>
      <IconButton
        className="self-end justify-self-end"
        label={t('entities.create.removeAttribute', { name: row.name })}
        icon={<X />}
        onPress={onRemove}
      />
      {row.type === 'select' && (
        <TextField
          {...control('options', t('entities.create.options'))}
          className="col-span-full"
          value={row.options}
          onChange={(options) => onChange({ options })}
          placeholder={t('entities.create.optionsExample')}
          undertext={t('entities.create.optionsHint')}
          autoComplete="off"
          required
        />
      )}
      {row.type === 'N:1' && (
        <Select
          {...control('related_entity', t('attributes.relatedEntity'))}
          className="col-span-full"
          options={entities.map(({ id, name, uri }) => ({ id, label: name, detail: uri }))}
          value={row.related_entity}
          onChange={(related_entity) => onChange({ related_entity })}
          placeholder={t('design.choose')}
          undertext={entities.length === 0 ? t('entities.create.noTargets') : undefined}
          required
        />
      )}
    </li>
  )
}

/** How a uri is typed: no capitals, no corrections. */
export const uriInput = {
  autoCapitalize: 'none',
  autoComplete: 'off',
  spellCheck: false,
  maxLength: 24,
  required: true,
} as const
