import { Select } from '#design/web/choice/Select.tsx'
import { Switch } from '#design/web/fields/Switch.tsx'
import { onDeletes, type OnDelete, type RelationshipPatch } from '#entities/relationship.ts'
import { useLanguage } from '#language/web/language.tsx'

type RelationshipChoicesProps = {
  /** The tables by their names: many of `from` belong to `to`. */
  readonly names: { readonly from: string; readonly to: string }
  readonly isMany: boolean
  readonly value: Required<Pick<RelationshipPatch, 'on_delete' | 'on_assign' | 'on_share'>>
  readonly isLocked: boolean
  /** A lookup that must have a value holds its record, whatever was chosen. */
  readonly isHeld: boolean
  readonly onSay: (patch: RelationshipPatch) => void
}

/** What a relationship does with the records of one side when something happens to that of the other. */
export function RelationshipChoices({ names, isMany, value, isLocked, isHeld, onSay }: RelationshipChoicesProps) {
  const { t } = useLanguage()
  const choices = onDeletes.filter((choice) => !isMany || choice !== 'cascade')
  return (
    <>
      <Select
        label={t('relationships.onDelete', { to: names.to })}
        value={value.on_delete ?? ''}
        isDisabled={isLocked}
        options={choices.map((id) => ({ id, label: t(labelOf(id, isMany), names) }))}
        {...(isHeld ? { undertext: t('relationships.held') } : {})}
        onChange={(id) => {
          const on_delete = choices.find((choice) => choice === id)
          if (on_delete && on_delete !== value.on_delete) onSay({ on_delete })
        }}
      />
      {!isMany && (
        <div className="flex flex-col gap-2">
          <Switch
            isSelected={value.on_assign === 'cascade'}
            isDisabled={isLocked}
            onChange={(on) => onSay({ on_assign: on ? 'cascade' : 'none' })}
          >
            {t('relationships.onAssign', names)}
          </Switch>
          <Switch
            isSelected={value.on_share === 'cascade'}
            isDisabled={isLocked}
            onChange={(on) => onSay({ on_share: on ? 'cascade' : 'none' })}
          >
            {t('relationships.onShare', names)}
          </Switch>
        </div>
      )}
    </>
  )
}

function labelOf(choice: OnDelete, isMany: boolean) {
  if (isMany) return choice === 'restrict' ? 'relationships.keep' : 'relationships.unlink'
  const labels = {
    restrict: 'relationships.restrict',
    clear: 'relationships.clear',
    cascade: 'relationships.cascade',
  } as const
  return labels[choice]
}
