import { TriangleAlert } from 'lucide-react'
import type { Use } from '#entities/expressionUse.ts'
import { attributeById } from '#entities/model.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { readersOf } from '#security/readers.ts'

type HiddenReadsProps = { readonly envid: string; readonly attributeIds: readonly string[] }

/** Of attributes that a rule hides: what goes on showing what comes of them, and what does without them. */
export function HiddenReads({ envid, attributeIds }: HiddenReadsProps) {
  const { t } = useLanguage()
  const { data: model } = useModel(envid)
  const known = attributeIds.flatMap((id) => {
    const attribute = model && attributeById(model, id)?.attribute
    return attribute ? [{ id, field: attribute.name, ...readersOf(model, id) }] : []
  })
  const read = known.filter(
    ({ hidden, shown, names, uses, views }) =>
      hidden.length + shown.length + names.length + uses.length + views.length > 0,
  )
  if (read.length === 0) return null
  const say = (uses: readonly Use[]) => uses.map((use) => t('access.hidden.use', use)).join(', ')
  return (
    <section aria-label={t('access.hidden.title')} className="flex flex-col gap-2 rounded-card border border-line p-3">
      <h3 className="flex items-center gap-2 text-section font-semibold">
        <TriangleAlert size={16} aria-hidden className="shrink-0 text-amber" />
        {t('access.hidden.title')}
      </h3>
      <dl className="flex flex-col gap-2">
        {read.map(({ id, field, hidden, shown, names, uses, views }) => (
          <div key={id} className="min-w-0 break-words">
            <dt className="font-medium">{field}</dt>
            {hidden.length > 0 && <dd className="text-muted">{t('access.hidden.follow', { names: say(hidden) })}</dd>}
            {shown.length > 0 && <dd>{t('access.hidden.shown', { field, names: say(shown) })}</dd>}
            {names.length > 0 && (
              <dd>{t('access.hidden.names', { field, names: names.map((use) => use.entity).join(', ') })}</dd>
            )}
            {uses.length > 0 && <dd>{t('access.hidden.read', { field, names: say(uses) })}</dd>}
            {views.length > 0 && (
              <dd className="text-muted">
                {t('access.hidden.views', {
                  count: views.length,
                  names: views.map(({ name }) => name).join(', '),
                })}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  )
}
