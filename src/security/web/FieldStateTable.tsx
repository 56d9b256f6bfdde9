import { FieldStateButton } from '#security/web/FieldStateButton.tsx'
import type { Attribute } from '#attributes/attribute.ts'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { savedState, type FieldCell } from '#security/fieldMatrix.ts'
import type { EntityRoleRecord } from '#security/role.ts'

type FieldStateTableProps = {
  readonly envid: string
  readonly attributes: readonly Attribute[]
  readonly roles: readonly EntityRoleRecord[]
  readonly edits: ReadonlyMap<string, FieldCell>
  readonly onEdit: (edits: ReadonlyMap<string, FieldCell>) => void
}

/** The fields of a table as rows, and roles as columns. */
export function FieldStateTable({ envid, attributes, roles, edits, onEdit }: FieldStateTableProps) {
  const { t } = useLanguage()
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{t('access.fields')}</caption>
      <thead className="border-b border-line text-label text-muted">
        <tr>
          <th scope="col" className="sticky left-0 z-10 bg-background px-3 py-2 font-medium">
            {t('access.attribute')}
          </th>
          {roles.map(({ role_id, role }) => (
            <th key={role_id} scope="col" className="max-w-48 min-w-24 px-2 py-2 font-medium">
              <PageLink
                href={`/${envid}/role/${role_id}?tab=fields`}
                className="focus-ring block truncate rounded-small hover:underline"
              >
                {role}
              </PageLink>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {attributes.map((attribute) => (
          <tr key={attribute.id} className="group hover:bg-subtle">
            <th
              scope="row"
              className="sticky left-0 z-10 max-w-36 truncate bg-background px-3 py-1 font-normal group-hover:bg-subtle sm:max-w-72"
            >
              {attribute.name}
            </th>
            {roles.map((role) => {
              const key = `${attribute.id} ${role.role_id}`
              const saved = savedState(role, attribute.id)
              const state = edits.get(key)?.state ?? saved
              const cell = { attribute_id: attribute.id, role_id: role.role_id }
              return (
                <td key={role.role_id} className="px-1 py-1">
                  <FieldStateButton
                    {...{ state }}
                    label={t('access.fieldMatrix.cell', {
                      field: attribute.name,
                      role: role.role,
                      right: t(`access.fieldMatrix.${state}`),
                    })}
                    isChanged={state !== saved}
                    isLocked={role.managed}
                    onSet={(next) => onEdit(new Map([...edits, [key, { ...cell, state: next }]]))}
                  />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
