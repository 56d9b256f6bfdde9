import type { Attribute } from '#attributes/attribute.ts'
import { sayImpact } from '#changes/web/saySentence.ts'
import type { Conversion, PreviewRecord } from '#changes/wire.ts'
import { Badge } from '#design/web/display/Badge.tsx'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { Table } from '#design/web/layout/Table.tsx'
import { useLanguage } from '#language/web/language.tsx'

type ConversionPreviewProps = {
  readonly preview: PreviewRecord | undefined
  readonly isPending: boolean
  readonly attribute: Pick<Attribute, 'name'>
}

/** How many values do not stay what they are. */
export function lostOf({ cleared, rounded, truncated }: Conversion): number {
  return cleared + rounded + truncated
}

/** What would become of stored values: numbers, and the first of those that change with what they were and will be. */
export function ConversionPreview({ preview, isPending, attribute }: ConversionPreviewProps) {
  const { t } = useLanguage()
  if (!preview)
    return isPending ? (
      <Loading>
        <Skeleton className="w-3/4" />
      </Loading>
    ) : null
  const [conversion] = preview.conversions
  return (
    <div className="flex flex-col gap-3" aria-live="polite" aria-busy={isPending}>
      {preview.problems.map(({ code, message, target }) => (
        <Banner key={`${code}${target}`} kind="error">
          {message}
        </Banner>
      ))}
      {preview.impact
        .filter(({ count }) => count > 0)
        .map((each) => (
          <Banner key={each.key} kind="warning">
            {sayImpact(t, each)}
          </Banner>
        ))}
      {!conversion && preview.problems.length === 0 && <p>{t('entities.type.nothing')}</p>}
      {conversion && <Numbers conversion={conversion} />}
      {conversion && conversion.repeated > 0 && (
        <Banner kind="error">{t('entities.type.repeated', { name: attribute.name })}</Banner>
      )}
      {conversion && conversion.examples.length > 0 && <Examples conversion={conversion} />}
      {conversion?.online && <p className="text-muted">{t('entities.type.online')}</p>}
    </div>
  )
}

const kinds = ['kept', 'cleared', 'rounded', 'truncated'] as const

function Numbers({ conversion }: { conversion: Conversion }) {
  const { t, number } = useLanguage()
  const shown = kinds.filter((kind) => kind === 'kept' || conversion[kind] > 0)
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      {shown.map((kind) => (
        <div key={kind}>
          <dt className="text-label text-muted">{t(`entities.type.count.${kind}`)}</dt>
          <dd className="text-title font-semibold tabular-nums">{number(conversion[kind])}</dd>
        </div>
      ))}
      {conversion.since > 0 && (
        <p className="basis-full text-muted">{t('entities.type.since', { count: conversion.since })}</p>
      )}
    </dl>
  )
}

function Examples({ conversion }: { conversion: Conversion }) {
  const { t } = useLanguage()
  return (
    <div className="overflow-x-auto rounded-card border border-line">
      <Table
        caption={t('entities.type.examples', { count: conversion.examples.length })}
        columns={[
          { id: 'record', title: t('entities.type.record') },
          { id: 'old', title: t('entities.type.old') },
          { id: 'new', title: t('entities.type.new') },
          { id: 'loss', title: t('entities.type.what') },
        ]}
      >
        {conversion.examples.map(({ id, name, old, new: now, loss }) => (
          <tr key={id}>
            <td className="max-w-48 truncate px-3 py-2 max-sm:max-w-20 max-sm:px-2">{name ?? t('design.none')}</td>
            <td className="px-3 py-2 wrap-anywhere max-sm:px-2">{old || '“”'}</td>
            <td className="px-3 py-2 wrap-anywhere max-sm:px-2">{now ?? t('design.none')}</td>
            <td className="px-3 py-2 max-sm:px-2">
              <Badge tint={loss === 'cleared' ? 'red' : 'amber'}>{t(`entities.type.loss.${loss}`)}</Badge>
            </td>
          </tr>
        ))}
      </Table>
    </div>
  )
}
