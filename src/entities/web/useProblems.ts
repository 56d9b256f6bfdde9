import { useState } from 'react'
import type { Problem } from '#faults/fault.ts'
import type { FormError } from '#design/web/fields/FormErrors.tsx'
import { resolveTextKeys } from '#language/resolveTextKeys.ts'
import type { TextKey } from '#language/translate.ts'
import { useLanguage } from '#language/web/language.tsx'
import { ApiFault } from '#platform/web/apiFault.ts'
import { sayFault } from '#platform/web/sayFault.ts'

// Keys come with data: @texts attributes entities expressions

/**
 * The problems of a form whose fields may lie deep (`attributes.0.uri`): all at once, each at its control.
 * `labelOf` says what a field is called; a field it does not know is told at the top.
 */
export function useProblems(labelOf: (target: string) => string | undefined) {
  const { t } = useLanguage()
  const [errors, setErrors] = useState<readonly FormError[]>([])
  const toError = (target: string | undefined, text: string): FormError => {
    const label = target === undefined ? undefined : labelOf(target)
    return label === undefined || target === undefined ? { text } : { name: target, label, text }
  }
  return {
    errors,
    errorOf: (name: string) => errors.find((error) => error.name === name)?.text,
    clear: () => setErrors([]),
    /** Takes the problems of a field and of what stands in it away: it is being mended. */
    forget: (name: string) => {
      const isOf = (error: FormError) => error.name === name || error.name?.startsWith(`${name}.`) === true
      if (errors.some(isOf)) setErrors(errors.filter((error) => !isOf(error)))
    },
    tell: (problems: readonly Problem[]) =>
      setErrors(
        problems.map(({ code, parameters, target }) =>
          toError(target, t(`fault.${code}` as TextKey, resolveTextKeys(t, parameters ?? {}))),
        ),
      ),
    /** What the server refused, at the fields that it names. */
    tellRefusal: (error: unknown) => {
      const isDetailed = error instanceof ApiFault && error.details.length > 0
      if (isDetailed) setErrors(error.details.map(({ target, message }) => toError(target, message)))
      else setErrors([toError(error instanceof ApiFault ? error.target : undefined, sayFault(t, error).text)])
    },
  }
}
