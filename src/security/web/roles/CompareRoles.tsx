import { useQuery } from '@tanstack/react-query'
import { Equal } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { classes } from '#design/web/theme/classes.ts'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { entitiesOf } from '#entities/model.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { activities } from '#environments/activity.ts'
import { actions, type Scope } from '#environments/memberRights.ts'
import { useLanguage } from '#language/web/language.tsx'
import type { RoleDetail } from '#security/role.ts'
import { roleQuery } from '#security/web/access.client.ts'
import { activityTexts } from '#security/web/roles/activityTexts.ts'
import { useRoleOptions } from '#security/web/choices.ts'
import { fieldIn, hasActivity, noEdits, scopeIn } from '#security/web/roles/roleEdits.ts'
import { actionNames, scopeNames } from '#security/web/roles/scopeNames.ts'
import { ScopeShape } from '#security/web/roles/ScopeShape.tsx'

type CompareRolesProps = { readonly envid: string; readonly first?: string; readonly onClose: () => void }

/** Two roles side by side; what differs is marked. */
export function CompareRoles({ envid, first, onClose }: CompareRolesProps) {
  const { t } = useLanguage()
  const options = useRoleOptions(envid)
  const [chosen, setChosen] = useState<{ one?: string; other?: string }>(first ? { one: first } : {})
  const one = chosen.one ?? options[0]?.id ?? ''
  const other = chosen.other ?? options.find(({ id }) => id !== one)?.id ?? ''
  const [isAll, setAll] = useState(false)
  const { data: left } = useQuery({ ...roleQuery(envid, one), enabled: one !== '' })
  const { data: right } = useQuery({ ...roleQuery(envid, other), enabled: other !== '' })
  return (
    <Dialog isOpen width="large" onClose={onClose} title={t('access.compare')}>
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-4">
          <Select
            label={t('access.firstRole')}
            options={options}
            value={one}
            onChange={(id) => setChosen({ one: id, other })}
          />
          <Select
            label={t('access.secondRole')}
            options={options}
            value={other}
            onChange={(id) => setChosen({ one, other: id })}
          />
        </div>
        <Checkbox isSelected={isAll} onChange={setAll}>
          {t('access.showSame')}
        </Checkbox>
        {left && right && <Comparison {...{ envid, left, right, isAll }} />}
      </div>
    </Dialog>
  )
}

type Point = { readonly id: string; readonly name: string; readonly left: Value; readonly right: Value }
type Value = { readonly text: string; readonly scope?: Scope }
type ComparisonProps = {
  readonly envid: string
  readonly left: RoleDetail
  readonly right: RoleDetail
  readonly isAll: boolean
}

function Comparison({ envid, left, right, isAll }: ComparisonProps) {
  const { t } = useLanguage()
  const points = usePoints(envid, left, right)
  const isSame = (point: Point) => point.left.text === point.right.text
  const shown = points.filter((point) => isAll || !isSame(point))
  if (shown.length === 0) return <EmptyState icon={<Equal />} text={t('access.sameRoles')} />
  return (
    <div className="rounded-card border border-line">
      <table className="w-full table-fixed text-left">
        <caption className="sr-only">{t('access.compare')}</caption>
        <thead className="border-b border-line text-label text-muted">
          <tr>
            <th scope="col" className="px-3 py-2 font-medium">
              {t('access.right')}
            </th>
            {[left, right].map(({ id, name }, at) => (
              <th key={`${at} ${id}`} scope="col" className="w-1/4 truncate px-3 py-2 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {shown.map((point) => (
            <tr key={point.id} className={classes(!isSame(point) && isAll && 'bg-amber-tint text-amber')}>
              <th scope="row" className="px-3 py-1.5 text-left font-normal break-words">
                {point.name}
                {!isSame(point) && <span className="sr-only"> {t('access.differs')}</span>}
              </th>
              {[point.left, point.right].map(({ text, scope }, at) => (
                <td key={`${at} ${text}`} className="px-3 py-1.5">
                  <span className="flex items-center gap-1.5">
                    {scope && <ScopeShape scope={scope} size={14} />}
                    <span className="min-w-0 break-words">{text}</span>
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Everything in which roles can differ. */
function usePoints(envid: string, left: RoleDetail, right: RoleDetail): readonly Point[] {
  const { t } = useLanguage()
  const { data: model } = useModel(envid)
  const entities = model ? entitiesOf(model) : []
  const scopeAt = (role: RoleDetail, entityId: string, action: (typeof actions)[number]): Value => {
    const scope = scopeIn(role, noEdits, entityId, action)
    return { text: t(scopeNames[scope]), scope }
  }
  const fieldAt = (role: RoleDetail, id: string): Value => {
    const { may_read, may_update } = fieldIn(role, noEdits, id)
    return { text: t(may_update ? 'access.field.open' : may_read ? 'access.field.fixed' : 'access.field.hidden') }
  }
  const activityAt = (role: RoleDetail, activity: (typeof activities)[number]): Value => ({
    text: t(role.administrator || hasActivity(role, noEdits, activity) ? 'access.yes' : 'access.no'),
  })
  return [
    ...entities.flatMap(({ id, collectionname }) =>
      actions.map((action) => ({
        id: `${id} ${action}`,
        name: `${collectionname}: ${t(actionNames[action])}`,
        left: scopeAt(left, id, action),
        right: scopeAt(right, id, action),
      })),
    ),
    ...entities.flatMap(({ collectionname, attributes }) =>
      attributes
        .filter(({ id }) => [left, right].some((role) => !fieldIn(role, noEdits, id).may_update))
        .map(({ id, name }) => ({
          id,
          name: `${collectionname} › ${name}`,
          left: fieldAt(left, id),
          right: fieldAt(right, id),
        })),
    ),
    ...activities.map((activity) => ({
      id: activity,
      name: t(activityTexts[activity]),
      left: activityAt(left, activity),
      right: activityAt(right, activity),
    })),
  ]
}
