import { useSetUp } from '#accounts/web/profile/profile.client.ts'
import { Button } from '#design/web/button/Button.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'

/** Asks for the set-up code that the server prints until somebody administers it. */
export function SetUpSection() {
  const { t } = useLanguage()
  const setUp = useSetUp()
  const form = useForm({
    initial: { code: '' },
    schema: async () => (await import('#accounts/user.ts')).setUpSchema,
    labels: { code: t('settings.setUp.code') },
    submit: async ({ code }) => {
      await setUp.mutateAsync(code)
      toast({ kind: 'done', text: t('settings.setUp.done') })
    },
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      <p>{t('settings.setUp.text')}</p>
      <FormErrors errors={form.problems} />
      <TextField {...form.text('code')} className="max-w-96" autoComplete="off" spellCheck={false} />
      <div>
        <Button type="submit" kind="primary" isPending={form.isPending}>
          {t('settings.setUp.action')}
        </Button>
      </div>
    </form>
  )
}
