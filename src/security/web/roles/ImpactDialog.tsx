import { useQuery } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#design/web/display/Badge.tsx'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { api } from '#platform/web/http.ts'
import type { AccessImpact, ImpactQuestion } from '#security/impact.ts'
import { AccessDialog } from '#security/web/explain/AccessDialog.tsx'
import { accessPath } from '#security/web/access.client.ts'
import { activityTexts } from '#security/web/roles/activityTexts.ts'
import { FailingTests } from '#security/web/permissionTests/FailingTests.tsx'
import { HiddenReads } from '#security/web/roles/HiddenReads.tsx'
import { overriding, type Overriding } from '#security/web/permissionTests/overrides.ts'
import { actionNames } from '#security/web/roles/scopeNames.ts'

type ImpactDialogProps = {
  readonly envid: string
  readonly question: ImpactQuestion
  /** The name of what goes, and what becomes of those that have to do with it. */
  readonly deletes?: { readonly name: string; readonly text: string }
  readonly error: unknown
  readonly isPending: boolean
  /** `headers` say why it is saved although it breaks tests, where it does. */
  readonly onSave: (headers: Overriding) => void
  readonly onClose: () => void
}

/** Says what a change of rights will do before it is saved. */
export function ImpactDialog({ envid, question, deletes, error, isPending, onSave, onClose }: ImpactDialogProps) {
  const { t } = useLanguage()
  const [reason, setReason] = useState('')
  const impact = useQuery({
    // Not one of those that are read anew once rights have changed: what was asked about may be gone then.
    queryKey: ['impact', envid, question],
    queryFn: ({ signal }) => api.post<AccessImpact>(`${accessPath(envid)}/impact`, question, { signal }),
    gcTime: 0,
    retry: false,
  })
  const tests = impact.data?.tests ?? null
  const isStopped = tests !== null && (!tests.overridable || reason.trim() === '')
  const doing = t(deletes === undefined ? 'access.save' : 'access.delete')
  return (
    <AccessDialog
      title={deletes === undefined ? t('access.impact.title') : t('access.deleteTitle', { name: deletes.name })}
      action={tests === null || deletes !== undefined ? doing : t('access.override.save')}
      kind={tests === null && deletes === undefined ? 'primary' : 'danger'}
      error={error ?? impact.error}
      isPending={isPending}
      isDisabled={impact.isPending || impact.isError || isStopped}
      onSave={() => onSave(tests === null ? {} : overriding(reason))}
      onClose={onClose}
    >
      {deletes !== undefined && <p>{deletes.text}</p>}
      {impact.isPending && (
        <Loading>
          <Skeleton className="my-2 w-3/4" />
          <Skeleton className="my-2 w-1/2" />
        </Loading>
      )}
      {impact.data && <ImpactList impact={impact.data} />}
      <HiddenReads envid={envid} attributeIds={hiddenBy(question)} />
      {tests && <FailingTests {...tests} reason={reason} onReason={setReason} />}
    </AccessDialog>
  )
}

/** The attributes that a change keeps from being read. */
function hiddenBy(question: ImpactQuestion): readonly string[] {
  if (question.kind !== 'role' && question.kind !== 'entity') return []
  const hidden = (question.change.fields ?? []).filter(({ may_read }) => !may_read)
  return [...new Set(hidden.map(({ attribute_id }) => attribute_id))]
}

type Line = { readonly id: string; readonly isGain: boolean; readonly count: number; readonly text: string }

function ImpactList({ impact }: { impact: AccessImpact }) {
  const { t } = useLanguage()
  const lines = useLines(impact)
  if (lines.length === 0)
    return (
      <p>{t(impact.members === 0 ? 'access.impact.unheld' : 'access.impact.nothing', { count: impact.members })}</p>
    )
  return (
    <>
      {impact.more && <Banner kind="warning">{t('access.impact.more', { count: impact.members })}</Banner>}
      <ul aria-label={t('access.impact.title')} className="flex flex-col gap-2">
        {lines.map(({ id, isGain, count, text }) => (
          <li key={id} className="flex items-start gap-3">
            <Badge tint={isGain ? 'green' : 'red'} icon={isGain ? <Plus aria-hidden /> : <Minus aria-hidden />}>
              {count}
            </Badge>
            <span className="min-w-0 break-words">{text}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** One sentence for each that gain or lose something. */
function useLines({ actions, fields, activities }: AccessImpact): readonly Line[] {
  const { t } = useLanguage()
  const both = (id: string, gaining: number, losing: number, say: (isGain: boolean, count: number) => string): Line[] =>
    [
      { id: `${id} +`, isGain: true, count: gaining },
      { id: `${id} -`, isGain: false, count: losing },
    ]
      .filter(({ count }) => count > 0)
      .map((line) => ({ ...line, text: say(line.isGain, line.count) }))
  const verb = (isGain: boolean) => (isGain ? 'access.impact.gain' : 'access.impact.lose')
  return [
    ...actions.flatMap(({ entity, action, gaining, losing, opened, closed }) =>
      both(`${entity.id} ${action}`, gaining, losing, (isGain, count) => {
        const records = isGain ? opened : closed
        const what =
          records === null
            ? t('access.impact.table', { table: entity.name })
            : t('access.impact.records', { count: records, table: entity.name })
        return t(verb(isGain), { count, action: t(actionNames[action]), what })
      }),
    ),
    ...fields.flatMap(({ entity, attribute, right, gaining, losing }) =>
      both(`${attribute.id} ${right}`, gaining, losing, (isGain, count) =>
        t(verb(isGain), { count, action: t(actionNames[right]), what: `${entity.name} › ${attribute.name}` }),
      ),
    ),
    ...activities.flatMap(({ activity, gaining, losing }) =>
      both(activity, gaining, losing, (isGain, count) =>
        t(isGain ? 'access.impact.gainActivity' : 'access.impact.loseActivity', {
          count,
          what: t(activityTexts[activity]),
        }),
      ),
    ),
  ]
}
