import { useState } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { FailingTests } from '#security/web/permissionTests/FailingTests.tsx'
import { overrides } from '#security/web/pendingDialogs.ts'

/** Asks about changes that sentences about rights stopped, one at a time. Once per page. */
export function OverrideRegion() {
  const [stopped] = overrides.useItems()
  return stopped ? <Stopped key={stopped.id} {...stopped} /> : null
}

function Stopped({ id, sentences, overridable, answer }: ReturnType<typeof overrides.useItems>[number]) {
  const { t } = useLanguage()
  const [reason, setReason] = useState('')
  const end = (given?: string) => {
    overrides.remove(id)
    answer(given)
  }
  return (
    <Dialog
      isOpen
      title={t('access.override.title')}
      onClose={() => end()}
      footer={
        <>
          <Button onPress={() => end()}>{t(overridable ? 'design.cancel' : 'design.close')}</Button>
          {overridable && (
            <Button kind="danger" isDisabled={reason.trim() === ''} onPress={() => end(reason)}>
              {t('access.override.save')}
            </Button>
          )}
        </>
      }
    >
      <FailingTests {...{ sentences, overridable, reason }} onReason={setReason} />
    </Dialog>
  )
}
