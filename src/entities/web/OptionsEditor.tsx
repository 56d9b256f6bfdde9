import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import type { AttributeOption } from '#attributes/properties.ts'
import { Button } from '#design/web/button/Button.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { standardSwatches } from '#design/web/fields/ColorField.tsx'
import { OptionDetails } from '#entities/web/OptionDetails.tsx'
import { movedItem } from '#entities/order.ts'
import { useLanguage } from '#language/web/language.tsx'

type OptionsEditorProps = {
  readonly options: readonly AttributeOption[]
  /** Values that records may hold already: they stay, whatever their labels become. */
  readonly kept: readonly AttributeOption[]
  /** The choices of the select that these depend on. */
  readonly parents?: readonly AttributeOption[] | undefined
  readonly error: string | undefined
  readonly isLocked: boolean
  readonly onChange: (options: readonly AttributeOption[]) => void
}

/** The choices of a select in their order, each with a label and a colour. Records keep the value, which never changes. */
export function OptionsEditor({ options, kept, parents, error, isLocked, onChange }: OptionsEditorProps) {
  const { t } = useLanguage()
  const change = (at: number, next: Partial<AttributeOption>) =>
    onChange(options.map((option, index) => (index === at ? { ...option, ...next } : option)))
  const keptValues = new Set(kept.map(({ value }) => value))
  const rename = (at: number, label: string) =>
    change(at, keptValues.has(options[at]?.value ?? '') ? { label } : { label, value: label.trim() })
  const add = () => onChange([...options, { value: '', label: '', color: null, active: true }])
  return (
    <div role="group" aria-label={t('attributes.property.options')} className="flex flex-col gap-2">
      <span className="text-label font-medium text-muted">{t('attributes.property.options')}</span>
      <ol className="flex flex-col gap-2">
        {options.map((option, at) => (
          // Values of new options change with their labels; a line is known by its place.
          <li key={at} className="flex items-center gap-1.5">
            <button
              type="button"
              aria-label={t('attributes.optionColour', { label: option.label })}
              className="focus-ring size-6 shrink-0 rounded-full border border-control-line pointer-coarse:size-11"
              style={option.color ? { background: option.color } : undefined}
              onClick={() => change(at, { color: nextColour(option.color) })}
            />
            <TextField
              label={t('attributes.optionNumber', { number: at + 1 })}
              labelHidden
              name={at === 0 ? 'options' : `options.${at}`}
              className="flex-1"
              value={option.label}
              onChange={(text) => rename(at, text)}
              autoFocus={option.label === '' && at === options.length - 1}
              autoComplete="off"
              maxLength={100}
            />
            <OptionDetails {...{ option, parents, isLocked }} onChange={(next) => change(at, next)} />
            {!isLocked && (
              <>
                <IconButton
                  label={t('attributes.moveUp')}
                  icon={<ArrowUp />}
                  isDisabled={at === 0}
                  onPress={() => onChange(movedItem(options, at, at - 1))}
                />
                <IconButton
                  label={t('attributes.moveDown')}
                  icon={<ArrowDown />}
                  isDisabled={at === options.length - 1}
                  onPress={() => onChange(movedItem(options, at, at + 1))}
                />
                <IconButton
                  label={t('entities.create.removeAttribute', { name: option.label })}
                  icon={<X />}
                  onPress={() => onChange(options.toSpliced(at, 1))}
                />
              </>
            )}
          </li>
        ))}
      </ol>
      {!isLocked && (
        <Button className="self-start" icon={<Plus aria-hidden />} onPress={add}>
          {t('attributes.addOption')}
        </Button>
      )}
      {error !== undefined && <p className="text-label text-red">{error}</p>}
    </div>
  )
}

/** The colours one after the other, and none after the last. */
function nextColour(color: string | null): string | null {
  const at = color === null ? -1 : standardSwatches.indexOf(color.toLowerCase())
  return standardSwatches[at + 1] ?? null
}
