import { Star } from 'lucide-react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { Field, type FieldProps } from '#design/web/fields/Field.tsx'
import { useLanguage } from '#language/web/language.tsx'

type RatingFieldProps = FieldProps & {
  readonly stars: number
  /** 0: none given. */
  readonly value: number
  readonly onChange: (value: number) => void
  readonly name?: string
  readonly isDisabled?: boolean
}

/** Stars to press; pressing the last one again takes them back. Arrows and digits work too. */
export function RatingField(props: RatingFieldProps) {
  const { stars, value, onChange, isDisabled } = props
  const { t } = useLanguage()
  const onKey = (event: KeyboardEvent) => {
    const next = nextOf(event.key, value, stars)
    if (next === undefined || isDisabled) return
    event.preventDefault()
    onChange(next)
  }
  const onPress = ({ target }: MouseEvent) => {
    const star = target instanceof Element && Number(target.closest('[data-star]')?.getAttribute('data-star'))
    if (star && !isDisabled) onChange(star === value ? 0 : star)
  }
  return (
    <Field {...props}>
      {(wiring) => (
        <div
          id={wiring.id}
          role="slider"
          tabIndex={isDisabled ? -1 : 0}
          aria-labelledby={wiring['aria-labelledby']}
          aria-describedby={wiring['aria-describedby']}
          aria-valuemin={0}
          aria-valuemax={stars}
          aria-valuenow={value}
          aria-valuetext={t('controls.starsOf', { value, stars })}
          aria-disabled={isDisabled}
          aria-invalid={props.error ? true : undefined}
          onKeyDown={onKey}
          onClick={onPress}
          className="focus-ring flex min-h-(--control) w-fit items-center rounded-control"
        >
          {Array.from({ length: stars }, (_, index) => index + 1).map((star) => (
            // Not a button: a slider holds nothing that could be focused.
            <span
              key={star}
              data-star={star}
              aria-hidden
              className="grid size-7 place-items-center text-muted pointer-coarse:size-11"
            >
              <Star size={18} className={star <= value ? 'fill-current text-amber' : ''} />
            </span>
          ))}
        </div>
      )}
    </Field>
  )
}

function nextOf(key: string, value: number, stars: number): number | undefined {
  if (/^\d$/.test(key)) return Math.min(stars, Number(key))
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(stars, value + 1)
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, value - 1)
  if (key === 'Home' || key === 'Delete' || key === 'Backspace') return 0
  return key === 'End' ? stars : undefined
}
