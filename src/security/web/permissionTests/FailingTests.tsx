import { CircleX } from 'lucide-react'
import { TextArea } from '#design/web/fields/TextArea.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { BrokenTests } from '#security/impact.ts'

/** The longest reason that the log keeps. */
const mostReason = 500

type FailingTestsProps = BrokenTests & {
  readonly reason: string
  readonly onReason: (reason: string) => void
}

/** The sentences that a change would make untrue, and why it is made all the same, for whoever may. */
export function FailingTests({ sentences, overridable, reason, onReason }: FailingTestsProps) {
  const { t } = useLanguage()
  return (
    <div className="flex flex-col gap-4">
      <p>{t('access.override.text', { count: sentences.length })}</p>
      <ul aria-label={t('access.override.title')} className="divide-y divide-line rounded-card border border-line">
        {sentences.map(({ id, text }) => (
          <li key={id} className="flex items-start gap-2 px-3 py-2">
            <CircleX size={16} aria-hidden className="mt-0.5 shrink-0 text-red" />
            <span className="min-w-0 break-words">{text}</span>
          </li>
        ))}
      </ul>
      {overridable ? (
        <TextArea
          label={t('access.override.reason')}
          undertext={t('access.override.reasonText')}
          required
          maxLength={mostReason}
          rows={2}
          value={reason}
          onChange={onReason}
        />
      ) : (
        <p className="text-muted">{t('access.override.ask')}</p>
      )}
    </div>
  )
}
