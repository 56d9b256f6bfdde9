import { useEffect, useRef } from 'react'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** A problem of a form: the name of its control, its label, and the message. */
export type FormError = { readonly name?: string; readonly label?: string; readonly text: string }

/** All problems of a form at once, each a way to its control; when new ones come, the first control gets the focus. */
export function FormErrors({ errors }: { errors: readonly FormError[] }) {
  const { t } = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [first] = errors
    if (first?.name) focusControl(box.current, first.name)
  }, [errors])
  if (errors.length === 0) return null
  return (
    <div ref={box}>
      <Banner kind="error">
        {errors.length > 1 && <p className="font-medium">{t('fault.validation.failed', { count: errors.length })}</p>}
        <ul>
          {errors.map(({ name, label, text }) => (
            <li key={`${name} ${text}`}>
              {name && label ? (
                <button
                  type="button"
                  className="focus-ring rounded-small font-medium underline underline-offset-2"
                  onClick={() => focusControl(box.current, name)}
                >
                  {label}
                </button>
              ) : (
                label
              )}
              {label && ': '}
              {text}
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}

function focusControl(box: HTMLElement | null, name: string): void {
  const scope = box?.closest('form') ?? document
  const control = scope.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
  // A picker's named element is hidden; what can be focused stands beside it.
  const target = control?.matches('[hidden], [type=hidden], [tabindex="-1"]')
    ? control.closest('[data-field]')?.querySelector<HTMLElement>('button, [role=spinbutton], input')
    : control
  target?.focus()
}
