import { Check } from 'lucide-react'
import { classes } from '#design/web/theme/classes.ts'
import { useLanguage } from '#language/web/language.tsx'

/** How far one is in something that takes several steps. `current` counts from 0. */
export function Stepper({ label, steps, current }: { label: string; steps: readonly string[]; current: number }) {
  const { t } = useLanguage()
  return (
    <ol aria-label={label} className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {steps.map((step, at) => (
        <li key={step} aria-current={at === current ? 'step' : undefined} className="flex items-center gap-2">
          {at > 0 && <span aria-hidden className="hidden h-px w-6 bg-control-line sm:block" />}
          <span aria-hidden className={classes(dot, at < current ? done : at === current ? now : later)}>
            {at < current ? <Check size={12} strokeWidth={3} /> : at + 1}
          </span>
          <span className="sr-only">{t('design.stepOf', { step: at + 1, count: steps.length })}</span>
          <span className={at === current ? 'font-medium' : 'text-muted'}>{step}</span>
        </li>
      ))}
    </ol>
  )
}

const dot = 'grid size-5 place-items-center rounded-full text-section font-semibold tabular-nums'
const done = 'bg-green-tint text-green'
const now = 'bg-brand-fill text-on-brand'
const later = 'bg-sunken text-muted'
