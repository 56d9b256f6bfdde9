import { useState } from 'react'
import type { Operation } from '#changes/operation.ts'
import { useChange } from '#changes/web/changes.client.ts'
import type { Conversion } from '#changes/wire.ts'
import { sayImpact } from '#changes/web/saySentence.ts'
import { Banner } from '#design/web/Banner.tsx'
import { Loading, Skeleton } from '#design/web/Skeleton.tsx'
import { linkClass } from '#design/web/TextLink.tsx'
import type { TextKey } from '#language/translate.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

/** What a change meant for records, and what exactly was said in it; loaded when somebody wants to know. */
export function ChangeDetails({ environmentId, changeId }: { environmentId: string; changeId: string }) {
  const { t } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useChange(environmentId, changeId, isOpen)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={`${linkClass} w-fit cursor-pointer text-label`}>{t('changes.details')}</summary>
      {isOpen && !data && !error && (
        <Loading>
          <Skeleton className="w-1/2" />
        </Loading>
      )}
      {error && <Banner kind="error">{sayFault(t, error).text}</Banner>}
      {data && (
        <div className="flex flex-col gap-2 pt-2">
          {data.impact.map((each, at) => (
            <p key={at}>{sayImpact(t, each)}</p>
          ))}
          {data.conversions.map((conversion) => (
            <Outcome key={conversion.attribute_id} conversion={conversion} />
          ))}
          <ol className="flex flex-col gap-2">
            {data.operations.map((operation, at) => (
              <li key={at} className="rounded-control bg-sunken p-2">
                <Said operation={operation} />
              </li>
            ))}
          </ol>
        </div>
      )}
    </details>
  )
}

function Outcome({ conversion }: { conversion: Conversion }) {
  const { t, number } = useLanguage()
  const kinds = (['kept', 'cleared', 'rounded', 'truncated'] as const).filter((kind) => conversion[kind] > 0)
  const said = kinds.map((kind) => `${t(`entities.type.count.${kind}`)}: ${number(conversion[kind])}`)
  return <p>{`${conversion.name}: ${said.join(', ')}`}</p>
}

/** An operation property by property; ids and what only the system needs are left out. */
function Said({ operation }: { operation: Operation }) {
  const { t } = useLanguage()
  const hidden = new Set(['kind', 'id', 'entity_id', 'aside', 'from', 'kept', 'version', 'definition'])
  const said = Object.entries(operation).filter(([name, value]) => !hidden.has(name) && value !== null && value !== '')
  return (
    <>
      <p className="text-label text-muted">
        <code>{operation.kind}</code>
      </p>
      <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-3 text-label">
        {said.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{labelOf(t, name)}</dt>
            <dd className="min-w-0 break-words">{sayValue(t, value)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function labelOf(t: ReturnType<typeof useLanguage>['t'], name: string): string {
  const key = `attributes.property.${name}`
  const said = t(key as TextKey)
  return said === key ? name : said
}

function sayValue(t: ReturnType<typeof useLanguage>['t'], value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'attributes.yes' : 'attributes.no')
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value)
  return value
    .map((each: unknown) => {
      const named = each as { label?: unknown; name?: unknown } | null
      return typeof each === 'object' && named
        ? String(named.label ?? named.name ?? JSON.stringify(each))
        : String(each)
    })
    .join(', ')
}
