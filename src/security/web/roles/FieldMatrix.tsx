import { FieldStateTable } from '#security/web/FieldStateTable.tsx'
import { FieldStateMark } from '#security/web/FieldStateButton.tsx'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { useLanguage } from '#language/web/language.tsx'
import { api } from '#platform/web/http.ts'
import { useUnsavedWork } from '#platform/web/unsavedWork.ts'
import { fieldChangesOf, fieldStates, ruledRoles, type FieldCell } from '#security/fieldMatrix.ts'
import type { EntityRoleRecord } from '#security/role.ts'
import { accessPath, useAccessChange } from '#security/web/access.client.ts'
import { ImpactDialog } from '#security/web/roles/ImpactDialog.tsx'
import type { Overriding } from '#security/web/permissionTests/overrides.ts'

type FieldMatrixProps = {
  readonly envid: string
  readonly entity: EntityDefinition
  readonly roles: readonly EntityRoleRecord[]
}

/** Which role may read and change each field of a table; what a change does is told before it is saved. */
export function FieldMatrix({ envid, entity, roles }: FieldMatrixProps) {
  const { t } = useLanguage()
  const [edits, setEdits] = useState<ReadonlyMap<string, FieldCell>>(new Map())
  const [isAsking, setAsking] = useState(false)
  const [search, setSearch] = useState('')
  const shown = ruledRoles(roles)
  const fields = fieldChangesOf(roles, [...edits.values()])
  const save = useAccessChange(envid, (headers: Overriding) =>
    api.put(`${accessPath(envid)}/entity/${entity.id}`, { fields }, { headers }),
  )
  useUnsavedWork(fields.length > 0)
  const left = roles.filter((role) => !role.administrator).length - shown.length
  const words = search.trim().toLocaleLowerCase()
  const found = entity.attributes.filter(({ name, uri }) => `${name} ${uri}`.toLocaleLowerCase().includes(words))
  const send = (headers: Overriding) =>
    save.mutate(headers, {
      onSuccess: () => {
        setAsking(false)
        setEdits(new Map())
        toast({ kind: 'done', text: t('access.roleSaved', { name: entity.collectionname }) })
      },
    })
  if (entity.attributes.length === 0) return <EmptyState text={t('access.fieldMatrix.noFields')} />
  if (shown.length === 0) return <EmptyState text={t('access.fieldMatrix.noRoles')} />
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <div className="flex min-h-control flex-wrap items-center justify-between gap-3">
        <TextField
          label={t('access.fieldMatrix.search')}
          labelHidden
          type="search"
          autoComplete="off"
          placeholder={t('access.fieldMatrix.search')}
          value={search}
          onChange={setSearch}
          pretext={<Search size={14} aria-hidden />}
          className="w-full sm:w-64"
        />
        <span className="flex gap-2">
          {fields.length > 0 && <Button onPress={() => setEdits(new Map())}>{t('access.discard')}</Button>}
          <Button kind="primary" isDisabled={fields.length === 0} onPress={() => setAsking(true)}>
            {t('access.checkAndSave')}
          </Button>
        </span>
      </div>
      <p className="max-w-160 text-muted">{t('access.fieldMatrix.text')}</p>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-label">
        {fieldStates.map((state) => (
          <li key={state} className="flex items-center gap-1.5">
            <FieldStateMark state={state} />
            {t(`access.fieldMatrix.${state}`)}
          </li>
        ))}
      </ul>
      {found.length === 0 ? (
        <EmptyState text={t('access.fieldMatrix.noneFound', { text: search })} />
      ) : (
        <div className="overflow-auto rounded-card border border-line">
          <FieldStateTable {...{ envid, edits }} attributes={found} roles={shown} onEdit={setEdits} />
        </div>
      )}
      {left > 0 && <p className="text-label text-muted">{t('access.fieldMatrix.others', { count: left })}</p>}
      {isAsking && fields.length > 0 && (
        <ImpactDialog
          envid={envid}
          question={{ kind: 'entity', id: entity.id, change: { fields } }}
          error={save.error}
          isPending={save.isPending}
          onSave={send}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
