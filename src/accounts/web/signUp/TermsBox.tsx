import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { TextLink } from '#design/web/navigation/TextLink.tsx'
import { useLanguage } from '#language/web/language.tsx'

type TermsBoxProps = {
  readonly name: string
  readonly error?: string
  readonly isSelected: boolean
  readonly onChange: (agreed: boolean) => void
}

/** The agreement that sign-up needs, with ways to read what is agreed to (in a new tab: the form stays as it is). */
export function TermsBox({ name, error, isSelected, onChange }: TermsBoxProps) {
  const { t } = useLanguage()
  return (
    <div className="flex flex-col gap-1">
      <Checkbox name={name} {...(error ? { error } : {})} isSelected={isSelected} onChange={onChange}>
        {t('accounts.terms.agree')}
      </Checkbox>
      <p className="flex flex-wrap gap-x-3 pl-6 text-label leading-6">
        {(['terms', 'privacy', 'use'] as const).map((page) => (
          <TextLink key={page} href={`/index/${page}`} target="_blank" rel="noopener">
            {t(`legal.${page}.title`)}
          </TextLink>
        ))}
      </p>
    </div>
  )
}
