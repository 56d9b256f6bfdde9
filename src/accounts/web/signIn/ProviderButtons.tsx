import type { SignInWays } from '#accounts/identity.ts'
import { Button } from '#design/web/button/Button.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

type Props = {
  readonly ways: SignInWays | undefined
  readonly next?: string | undefined
  readonly remember: boolean
}

/** A button for each provider whose keys are set; none of them costs the page anything before it is pressed. */
export function ProviderButtons({ ways, next = '', remember }: Props) {
  const { t } = useLanguage()
  return ways?.providers?.map(({ id, name }) => (
    <Button
      key={id}
      onPress={() =>
        import('#accounts/web/signIn/externalStart.ts')
          .then(({ leaveFor }) => leaveFor(id, { intent: 'signIn', next, remember }))
          .catch((error: unknown) => toast({ kind: 'failed', text: sayFault(t, error).text }))
      }
    >
      {t('accounts.signIn.with', { provider: name })}
    </Button>
  ))
}
