import { Switch } from '#design/web/fields/Switch.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { accessNameLength, type RoleDetail } from '#security/role.ts'
import type { RoleEdits } from '#security/web/roles/roleEdits.ts'

/** A part of the page of a role: what is edited lies over what is saved. */
export type RolePartProps = {
  readonly role: RoleDetail
  readonly edits: RoleEdits
  readonly isLocked: boolean
  readonly onEdit: (edits: RoleEdits) => void
}

/** What a role is called, and whether new members get it. */
export function RoleDetails({ role, edits, isLocked, onEdit }: RolePartProps) {
  const { t } = useLanguage()
  return (
    <div className="flex max-w-140 flex-col gap-4 p-4 sm:p-6">
      <TextField
        label={t('access.name')}
        required
        isReadOnly={isLocked}
        maxLength={accessNameLength.max}
        value={edits.name ?? role.name}
        onChange={(name) => onEdit({ ...edits, name })}
      />
      <TextField
        label={t('access.description')}
        isReadOnly={isLocked}
        value={edits.description ?? role.description ?? ''}
        onChange={(description) => onEdit({ ...edits, description })}
      />
      {!role.administrator && (
        <Switch
          isSelected={role.default || edits.default === true}
          isDisabled={role.default}
          onChange={(on) => {
            const { default: _default, ...others } = edits
            onEdit(on ? { ...others, default: true } : others)
          }}
        >
          {t(role.default ? 'access.isDefault' : 'access.makeDefault')}
        </Switch>
      )}
    </div>
  )
}
