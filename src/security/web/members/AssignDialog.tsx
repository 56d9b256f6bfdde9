import { useState } from 'react'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { ComboBox } from '#design/web/choice/ComboBox.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import type { Option } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { isForbidden } from '#security/web/permissionTests/refusals.ts'
import type { Refused } from '#security/web/pendingDialogs.ts'
import { WhyNot } from '#security/web/explain/WhyNot.tsx'

export type FindOwners = (text: string, signal: AbortSignal) => Promise<readonly Option[]>

type AssignDialogProps = {
  readonly count: number
  readonly findOwners: FindOwners
  /** What is explained where one may not assign them. */
  readonly refused: Refused
  readonly onAssign: (owner: Option) => Promise<unknown>
  readonly onClose: () => void
}

/** Gives records to another member or an owner team. Who may not, or cannot have them, is said in the server's words. */
export function AssignDialog({ count, findOwners, refused, onAssign, onClose }: AssignDialogProps) {
  const { t } = useLanguage()
  const [owner, setOwner] = useState<Option>()
  const [failure, setFailure] = useState<unknown>()
  const [isPending, setPending] = useState(false)
  const assign = async (chosen: Option) => {
    setPending(true)
    try {
      await onAssign(chosen)
      onClose()
    } catch (error) {
      setFailure(error)
      setPending(false)
    }
  }
  return (
    <Dialog
      isOpen
      width="small"
      title={t('sharing.assign.title', { count })}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('design.cancel')}</Button>
          <Button kind="primary" isPending={isPending} isDisabled={!owner} onPress={() => owner && void assign(owner)}>
            {t('sharing.assign.action')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {failure !== undefined && <Banner kind="error">{sayFault(t, failure).text}</Banner>}
        {isForbidden(failure) && (
          <p>
            <WhyNot {...{ refused }} />
          </p>
        )}
        <p className="text-muted">{t('sharing.assign.text', { count })}</p>
        <ComboBox label={t('sharing.assign.owner')} value={owner} onChange={setOwner} search={findOwners} autoFocus />
      </div>
    </Dialog>
  )
}
