import { classes } from '#design/web/theme/classes.ts'
import { useLanguage } from '#language/web/language.tsx'
import { shareRights, type SharedRight } from '#security/share.ts'

type ShareRightsProps = {
  readonly label: string
  readonly value: readonly SharedRight[]
  /** The rights that may be given; others can only be taken away. */
  readonly may: readonly SharedRight[]
  readonly onChange: ((right: Exclude<SharedRight, 'read'>, on: boolean) => void) | undefined
}

/** The rights of a share, to be pressed. Reading comes with each of them, so it is only told. */
export function ShareRights({ label, value, may, onChange }: ShareRightsProps) {
  const { t } = useLanguage()
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1">
      {shareRights.map((right) => {
        const isOn = value.includes(right)
        const isFixed = right === 'read' || !onChange || (!isOn && !may.includes(right))
        if (isFixed)
          return isOn ? (
            <span key={right} className={classes(chip, 'border-transparent bg-grey-tint text-grey')}>
              {t(`sharing.right.${right}`)}
            </span>
          ) : null
        return (
          <button
            key={right}
            type="button"
            aria-pressed={isOn}
            onClick={() => onChange(right, !isOn)}
            className={classes(
              chip,
              'focus-ring',
              isOn
                ? 'border-transparent bg-selection font-medium text-brand'
                : 'border-control-line text-muted hover:bg-subtle',
            )}
          >
            {t(`sharing.right.${right}`)}
          </button>
        )
      })}
    </div>
  )
}

const chip = 'inline-flex h-6 items-center rounded-small border px-2 text-label pointer-coarse:h-11 pointer-coarse:px-3'
