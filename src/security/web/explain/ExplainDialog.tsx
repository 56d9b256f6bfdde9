import { Dialog } from '#design/web/overlay/Dialog.tsx'
import type { Action } from '#environments/memberRights.ts'
import { useLanguage } from '#language/web/language.tsx'
import { ExplainView } from '#security/web/explain/ExplainView.tsx'

type ExplainDialogProps = {
  readonly envid: string
  readonly entityId: string
  /** Without an id it is about the table alone. */
  readonly record: { readonly id: string | undefined; readonly name: string }
  /** The one action that is asked about; all without. */
  readonly action?: Action
  readonly onClose: () => void
}

/** Why I can see a record, and what I may or may not do with it. */
export function ExplainDialog({ envid, entityId, record, action, onClose }: ExplainDialogProps) {
  const { t } = useLanguage()
  return (
    <Dialog isOpen onClose={onClose} title={t('access.explain.of', { name: record.name })}>
      <ExplainView {...{ envid, entityId }} {...(record.id && { recordId: record.id })} {...(action && { action })} />
    </Dialog>
  )
}
