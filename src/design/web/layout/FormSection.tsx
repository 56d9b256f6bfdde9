import { useId, type ReactNode } from 'react'
import { classes } from '#design/web/theme/classes.ts'

/** A page of form sections, one below the other, in a width that the eye can follow. */
export function FormSections({ children }: { children: ReactNode }) {
  return <div className="@container mx-auto flex w-full max-w-340 flex-col gap-8 p-4 sm:p-6">{children}</div>
}

type FormSectionProps = {
  readonly title: string
  readonly text?: ReactNode
  /** Below the words, such as how what is being made will look. */
  readonly beside?: ReactNode
  /** `danger`: what happens here can't be taken back easily. */
  readonly kind?: 'plain' | 'danger'
  readonly children: ReactNode
}

/** A part of a long form: what it is about stands beside its fields, on a narrow page above them. */
export function FormSection({ title, text, beside, kind = 'plain', children }: FormSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={classes(
        'grid grid-cols-1 gap-4',
        kind === 'danger'
          ? 'items-center rounded-card border border-red/40 p-4 @2xl:grid-cols-[minmax(0,1fr)_auto] @2xl:gap-x-12'
          : 'border-t border-line pt-8 first:border-t-0 first:pt-0 @4xl:grid-cols-[17rem_minmax(0,1fr)] @4xl:gap-x-12',
      )}
    >
      <div className="flex flex-col gap-1">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {text && <p className="text-muted">{text}</p>}
        {beside && <div className="pt-2">{beside}</div>}
      </div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  )
}

/** The buttons at the end of a form, in line with its fields. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center justify-end gap-3 border-t border-line pt-4">{children}</div>
}
