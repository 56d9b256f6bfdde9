import { Link } from '@tanstack/react-router'
import type { Use } from '#entities/expressionUse.ts'
import { useLanguage } from '#language/web/language.tsx'

type VariableUsesProps = { readonly environmentId: string; readonly uses: readonly Use[] }

/** The attributes whose expressions read something, each with the way to it. */
export function VariableUses({ environmentId, uses }: VariableUsesProps) {
  const { t } = useLanguage()
  if (uses.length === 0) return <span className="text-muted">{t('variables.unused')}</span>
  return (
    <ul className="flex flex-wrap gap-x-3">
      {uses.map(({ entity_id, entity, attribute_id, attribute }) => (
        <li key={attribute_id} className="min-w-0">
          <Link
            to={`/${environmentId}/entity/${entity_id}/attribute`}
            search={{ attribute: attribute_id }}
            className="focus-ring block truncate rounded-small text-brand hover:underline"
          >
            {t('variables.usedIn', { attribute, entity })}
          </Link>
        </li>
      ))}
    </ul>
  )
}
