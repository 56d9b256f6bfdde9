import { useQuery } from '@tanstack/react-query'
import { Check, Lightbulb, X } from 'lucide-react'
import { Badge } from '#design/web/display/Badge.tsx'
import { actions, type Action } from '#environments/memberRights.ts'
import { useLanguage } from '#language/web/language.tsx'
import { api } from '#platform/web/http.ts'
import type { ActionExplanation, Explanation } from '#security/explanation.ts'
import { accessKey, accessPath } from '#security/web/access.client.ts'
import { useSayFix, useSayWay } from '#security/web/explain/explainTexts.ts'
import { LoadedList } from '#security/web/Listed.tsx'
import { actionNames, scopeNames } from '#security/web/roles/scopeNames.ts'
import { ScopeShape } from '#security/web/roles/ScopeShape.tsx'

type ExplainViewProps = {
  readonly envid: string
  readonly entityId: string
  readonly recordId?: string
  readonly userId?: string
  /** The one action that is asked about; all without. */
  readonly action?: Action
}

/** For each action whether it is allowed, by what, and which changes would allow it, with how many records more. */
export function ExplainView({ envid, entityId, recordId, userId, action: asksFor }: ExplainViewProps) {
  const { t } = useLanguage()
  const asked = new URLSearchParams({
    entity: entityId,
    ...(recordId ? { record: recordId } : {}),
    ...(userId ? { user: userId } : {}),
    ...(asksFor ? { action: asksFor } : {}),
  })
  const explanation = useQuery({
    queryKey: [...accessKey(envid), 'explain', asked.toString()],
    queryFn: ({ signal }) => api.get<Explanation>(`${accessPath(envid)}/explain?${asked}`, { signal }),
  })
  return (
    <LoadedList of={explanation}>
      {({ actions: explained, fields }) => (
        <div className="flex flex-col gap-3">
          {actions.map((action) => {
            const one = explained[action]
            return one && <ActionCard key={action} action={action} explained={one} />
          })}
          {fields.unread.length > 0 && (
            <p className="text-muted">
              {t('access.explain.unread', { fields: fields.unread.map(({ name }) => name).join(', ') })}
            </p>
          )}
          {fields.follow.map(({ id, name, sources }) => (
            <p key={id} className="text-muted">
              {t('access.explain.follow', { field: name, sources: sources.map((each) => each.name).join(', ') })}
            </p>
          ))}
          {fields.shown.map(({ id, name, sources }) => (
            <p key={id} className="text-muted">
              {t('access.explain.shown', { field: name, sources: sources.map((each) => each.name).join(', ') })}
            </p>
          ))}
          {fields.fixed.length > 0 && (
            <p className="text-muted">
              {t('access.explain.fixed', { fields: fields.fixed.map(({ name }) => name).join(', ') })}
            </p>
          )}
        </div>
      )}
    </LoadedList>
  )
}

function ActionCard({ action, explained }: { action: Action; explained: ActionExplanation }) {
  const { t } = useLanguage()
  const { allowed, scope, closed, via, missing } = explained
  const sayWay = useSayWay(action)
  const sayFix = useSayFix(action)
  return (
    <section aria-label={t(actionNames[action])} className="rounded-card border border-line">
      <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2">
        <span className="font-semibold">{t(actionNames[action])}</span>
        <Verdict allowed={allowed} />
        <span className="ml-auto flex items-center gap-1.5 text-label text-muted">
          <ScopeShape scope={scope} size={14} />
          {t(scopeNames[scope])}
        </span>
      </h2>
      <ul className="flex flex-col gap-1.5 px-3 py-2">
        {closed && <li>{t(`access.explain.closed.${closed}`)}</li>}
        {via.map((way, at) => (
          <li key={`${at} ${way.kind}`} className="flex gap-2">
            <Check size={16} className="mt-0.5 shrink-0 text-green" aria-hidden />
            <span className="min-w-0 break-words">{sayWay(way)}</span>
          </li>
        ))}
        {allowed === null && <li className="text-muted">{t('access.explain.recordDecides')}</li>}
        {allowed === false && !closed && missing.length === 0 && (
          <li className="text-muted">{t('access.explain.noFix')}</li>
        )}
        {missing.map((fix, at) => (
          <li key={`${at} ${fix.kind}`} className="flex gap-2">
            <Lightbulb size={16} className="mt-0.5 shrink-0 text-amber" aria-hidden />
            <span className="min-w-0 flex-1 break-words">{sayFix(fix)}</span>
            {fix.opens !== null && (
              <span className="shrink-0 text-label text-muted">{t('access.explain.opens', { count: fix.opens })}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Verdict({ allowed }: { allowed: boolean | null }) {
  const { t } = useLanguage()
  if (allowed === null) return <Badge>{t('access.explain.depends')}</Badge>
  return (
    <Badge tint={allowed ? 'green' : 'red'} icon={allowed ? <Check aria-hidden /> : <X aria-hidden />}>
      {t(allowed ? 'access.explain.allowed' : 'access.explain.refused')}
    </Badge>
  )
}
