import { Badge } from '#design/web/display/Badge.tsx'
import { Popover } from '#design/web/overlay/Popover.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { ViewSpeed } from '#views/viewSpeed.ts'

type PaceMarkProps = {
  /** Undefined or null where it is not known. */
  readonly pace: ViewSpeed | null | undefined
  readonly name: string
}

/** How quickly a view opens; where it could be quicker, a press tells why it is not, and what helps. */
export function PaceMark({ pace, name }: PaceMarkProps) {
  const { t } = useLanguage()
  if (!pace) return <span className="text-muted">–</span>
  const { why, rows } = pace
  const word = t(`views.pace.${pace.pace}`)
  if (why === null) return <Badge tint={tints[pace.pace]}>{word}</Badge>
  return (
    <Popover
      label={t('views.pace.of', { name })}
      placement="bottom end"
      className="flex w-72 flex-col gap-2"
      trigger={
        <button
          type="button"
          aria-label={t('views.pace.show', { name, pace: word })}
          className="focus-ring rounded-small pointer-coarse:min-h-11"
        >
          <Badge tint={tints[pace.pace]}>{word}</Badge>
        </button>
      }
    >
      <p>{t(`views.pace.${why}`, { rows: rows ?? 0 })}</p>
      <p className="text-muted">{t(`views.pace.${why}Help`)}</p>
    </Popover>
  )
}

const tints = { fast: 'green', fair: 'amber', slow: 'red' } as const
