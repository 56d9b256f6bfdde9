import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { RecordFormParts } from '#records/web/form/useRecordForm.ts'
import { WhyNot } from '#security/web/explain/WhyNot.tsx'

/** What a form says above its fields: why nothing can be changed, what was restored of an earlier visit, what does not hold. */
export function FormNotices({ form: { state, rights } }: { readonly form: RecordFormParts }) {
  const { t } = useLanguage()
  const { base, isDirty, isRestored, discard } = state
  const { errors, isForbidden } = state.problems
  const { isClosed, isLocked, isDisabled, refused } = rights
  return (
    <>
      {isClosed && <Banner kind="locked">{t(base ? 'fault.managed.update' : 'fault.managed.create')}</Banner>}
      {isLocked && !isClosed && (
        <Banner kind="locked">
          {t('records.byRole')} <WhyNot {...{ refused }} />
        </Banner>
      )}
      {isDisabled && !isClosed && <Banner kind="locked">{t('fault.record.disabled')}</Banner>}
      {isRestored && isDirty && (
        <Banner actions={<Button onPress={discard}>{t('records.draft.discard')}</Button>}>
          {t('records.draft.restored')}
        </Banner>
      )}
      <FormErrors errors={errors} />
      {isForbidden && errors.length > 0 && (
        <p>
          <WhyNot {...{ refused }} />
        </p>
      )}
    </>
  )
}
