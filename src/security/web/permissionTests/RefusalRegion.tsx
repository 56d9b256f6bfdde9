import { ExplainDialog } from '#security/web/explain/ExplainDialog.tsx'
import { refusals } from '#security/web/pendingDialogs.ts'

/** Explains what was refused, one refusal at a time. Once per page. */
export function RefusalRegion() {
  const [refused] = refusals.useItems()
  if (!refused) return null
  const { id, envid, entityId, recordId, name, action } = refused
  return (
    <ExplainDialog
      key={id}
      {...{ envid, entityId, action }}
      record={{ id: recordId, name }}
      onClose={() => refusals.remove(id)}
    />
  )
}
