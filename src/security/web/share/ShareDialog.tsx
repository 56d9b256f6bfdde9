import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { ShareLine } from '#security/web/share/ShareLine.tsx'
import { ShareNew } from '#security/web/share/ShareNew.tsx'
import { sharesQuery, type SharedPlace } from '#security/web/share/share.client.ts'

type ShareDialogProps = { readonly place: SharedPlace; readonly name: string; readonly onClose: () => void }

/** With whom a record is shared, and whom else it shall be shared with. */
export function ShareDialog({ place, name, onClose }: ShareDialogProps) {
  const { t } = useLanguage()
  const { data: shares, error, refetch } = useQuery(sharesQuery(place))
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(
        `${window.location.origin}/${place.envid}/entity/${place.entityId}/${place.recordId}`,
      )
      toast({ text: t('sharing.linkCopied') })
    } catch {
      // Browsers have no clipboard on pages that did not come by HTTPS.
      toast({ kind: 'failed', text: t('sharing.linkFailed') })
    }
  }
  return (
    <Dialog
      isOpen
      title={t('sharing.title', { name })}
      onClose={onClose}
      footer={
        <div className="flex w-full flex-wrap items-center justify-between gap-2">
          <p className="min-w-48 flex-1 text-label text-muted">{t('sharing.linkText')}</p>
          <Button icon={<Link2 />} onPress={() => void copy()}>
            {t('sharing.copyLink')}
          </Button>
        </div>
      }
    >
      {error && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
      {shares && (
        <div className="flex flex-col gap-6">
          {shares.may.length > 0 ? (
            <ShareNew {...{ place }} may={shares.may} />
          ) : (
            <Banner kind="locked">{t('sharing.mayNot')}</Banner>
          )}
          <section aria-label={t('sharing.with')} className="flex flex-col gap-2">
            <h3 className="font-semibold">{t('sharing.with')}</h3>
            {shares.value.length === 0 ? (
              <p className="text-muted">{t('sharing.none')}</p>
            ) : (
              <ul className="flex flex-col divide-y divide-line">
                {shares.value.map((share) => (
                  <ShareLine key={share.principal.id} {...{ place, share }} may={shares.may} />
                ))}
              </ul>
            )}
          </section>
        </div>
      )}
    </Dialog>
  )
}
