import { Dialog } from '#design/web/Dialog.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { ExplainView } from '#security/web/ExplainView.tsx'

type ExplainDialogProps = {
  readonly envid: string
  readonly entityId: string
  readonly record: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/** Why I can see a record, and what I may do with it. */
export function ExplainDialog({ envid, entityId, record, onClose }: ExplainDialogProps) {
  const { t } = useLanguage()
  return (
    <Dialog isOpen onClose={onClose} title={t('access.explain.of', { name: record.name })}>
      <ExplainView envid={envid} entityId={entityId} recordId={record.id} />
    </Dialog>
  )
}
