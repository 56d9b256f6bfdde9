import { Button } from '#design/web/button/Button.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

/** Signs in by a passkey, where the browser knows them. */
export function PasskeyButton({ remember, onDone }: { readonly remember: boolean; readonly onDone: () => void }) {
  const { t } = useLanguage()
  if (!('PublicKeyCredential' in window)) return null
  const enter = async () => {
    const { signInByPasskey } = await import('#accounts/web/signIn/passkey.ts')
    if (await signInByPasskey(remember)) onDone()
  }
  return (
    <Button onPress={() => enter().catch((error: unknown) => toast({ kind: 'failed', text: sayFault(t, error).text }))}>
      {t('accounts.signIn.passkey')}
    </Button>
  )
}
