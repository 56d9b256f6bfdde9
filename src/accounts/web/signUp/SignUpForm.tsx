import type { FormEvent, ReactNode } from 'react'
import { TermsBox } from '#accounts/web/signUp/TermsBox.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { FormProblem } from '#platform/web/form.ts'

type Control = { readonly name: string; readonly label: string; readonly error?: string }

/** What every form of somebody new has, whoever vouches for them. */
type NewPersonForm = {
  readonly values: { readonly terms: boolean }
  readonly problems: readonly FormProblem[]
  readonly isPending: boolean
  submit(event?: FormEvent): Promise<void>
  text(name: 'firstname' | 'lastname'): Control & { value: string; onChange: (value: string) => void }
  control(name: 'terms'): Control
  set(name: 'terms', value: boolean): void
}

/** The form of somebody new: names first, the agreement to the terms last, and between them what else is asked for. */
export function SignUpForm({ form, children }: { readonly form: NewPersonForm; readonly children?: ReactNode }) {
  const { t } = useLanguage()
  const { name, error } = form.control('terms')
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-4">
      <FormErrors errors={form.problems} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.text('firstname')} required autoComplete="given-name" autoFocus />
        <TextField {...form.text('lastname')} autoComplete="family-name" />
      </div>
      {children}
      <TermsBox
        name={name}
        {...(error === undefined ? {} : { error })}
        isSelected={form.values.terms}
        onChange={(terms) => form.set('terms', terms)}
      />
      <Button type="submit" kind="primary" isPending={form.isPending}>
        {t('accounts.signUp.action')}
      </Button>
    </form>
  )
}
