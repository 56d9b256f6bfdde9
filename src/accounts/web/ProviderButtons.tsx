import { useEffect, useState } from 'react'
import type { SignInWays } from '#accounts/identity.ts'
import { Button } from '#design/web/Button.tsx'
import { toast } from '#design/web/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { api } from '#platform/web/http.ts'
import { sayFault } from '#platform/web/sayFault.ts'

type Props = { readonly next?: string | undefined; readonly remember: boolean }

/** A button for each provider whose keys are set; none of them costs the page anything before it is pressed. */
export function ProviderButtons({ next = '', remember }: Props) {
  const { t } = useLanguage()
  const [ways, setWays] = useState<SignInWays>()
  useEffect(() => {
    // Without an answer there is still the password.
    api.get<SignInWays>('/auth/security/v1/ways', { session: 'none' }).then(setWays, () => undefined)
  }, [])
  return ways?.providers?.map(({ id, name }) => (
    <Button
      key={id}
      onPress={() =>
        import('#accounts/web/externalStart.ts')
          .then(({ leaveFor }) => leaveFor(id, { intent: 'signIn', next, remember }))
          .catch((error: unknown) => toast({ kind: 'failed', text: sayFault(t, error).text }))
      }
    >
      {t('accounts.signIn.with', { provider: name })}
    </Button>
  ))
}
