import { Eye, EyeOff, Pencil, Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { classes } from '#design/web/theme/classes.ts'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { useLanguage } from '#language/web/language.tsx'
import { api } from '#platform/web/http.ts'
import { useUnsavedWork } from '#platform/web/unsavedWork.ts'
import {
  fieldChangesOf,
  fieldStates,
  ruledRoles,
  savedState,
  steppedState,
  type FieldCell,
  type FieldState,
} from '#security/fieldMatrix.ts'
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
            <StateMark state={state} />
            {t(`access.fieldMatrix.${state}`)}
          </li>
        ))}
      </ul>
      {found.length === 0 ? (
        <EmptyState text={t('access.fieldMatrix.noneFound', { text: search })} />
      ) : (
        <div className="overflow-auto rounded-card border border-line">
          <table className="w-full text-left">
            <caption className="sr-only">{t('access.fields')}</caption>
            <thead className="border-b border-line text-label text-muted">
              <tr>
                <th scope="col" className="sticky left-0 z-10 bg-background px-3 py-2 font-medium">
                  {t('access.attribute')}
                </th>
                {shown.map(({ role_id, role }) => (
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
              {found.map((attribute) => (
                <tr key={attribute.id} className="group hover:bg-subtle">
                  <th
                    scope="row"
                    className="sticky left-0 z-10 max-w-36 truncate bg-background px-3 py-1 font-normal group-hover:bg-subtle sm:max-w-72"
                  >
                    {attribute.name}
                  </th>
                  {shown.map((role) => {
                    const key = `${attribute.id} ${role.role_id}`
                    const saved = savedState(role, attribute.id)
                    const state = edits.get(key)?.state ?? saved
                    const cell = { attribute_id: attribute.id, role_id: role.role_id }
                    return (
                      <td key={role.role_id} className="px-1 py-1">
                        <StateButton
                          {...{ state }}
                          label={t('access.fieldMatrix.cell', {
                            field: attribute.name,
                            role: role.role,
                            right: t(`access.fieldMatrix.${state}`),
                          })}
                          isChanged={state !== saved}
                          isLocked={role.managed}
                          onSet={(next) => setEdits(new Map([...edits, [key, { ...cell, state: next }]]))}
                        />
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
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

type StateButtonProps = {
  readonly state: FieldState
  readonly label: string
  readonly isChanged: boolean
  readonly isLocked: boolean
  readonly onSet: (state: FieldState) => void
}

/** A press goes one step on, as in the matrix of tables; arrow keys go both ways. */
function StateButton({ state, label, isChanged, isLocked, onSet }: StateButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isLocked}
      onClick={() => onSet(steppedState(state, 1))}
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight') onSet(steppedState(state, 1))
        if (key === 'ArrowLeft') onSet(steppedState(state, -1))
      }}
      className={classes(
        'focus-ring flex size-8 items-center justify-center rounded-control pointer-coarse:size-11',
        isChanged ? 'bg-selection ring-1 ring-brand' : 'hover:bg-selection',
        isLocked && 'opacity-50',
      )}
    >
      <StateMark state={state} />
    </button>
  )
}

const marks = { both: Pencil, readOnly: Eye, none: EyeOff }
const tints = { both: 'text-green', readOnly: 'text-amber', none: 'text-red' }

function StateMark({ state }: { readonly state: FieldState }) {
  const Icon = marks[state]
  return <Icon size={16} aria-hidden className={tints[state]} />
}
