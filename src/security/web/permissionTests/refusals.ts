import type { QueryClient } from '@tanstack/react-query'
import { toast } from '#design/web/feedback/toast.ts'
import type { Translate } from '#language/translate.ts'
import { ApiFault } from '#platform/web/apiFault.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import type { SelfRecord } from '#security/role.ts'
import { selfKey } from '#security/web/self.client.ts'
import { refusals, type Refused } from '#security/web/pendingDialogs.ts'

/** Whether a call was refused because the caller lacks rights on what it is about. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiFault && (error.code === 'request.forbidden' || error.code === 'record.deleteForbidden')
}

/** Says what was refused. Who may have access explained gets the way to it, others hear whom to ask. */
export function tellRefusal({ t, client }: Teller, error: unknown, refused: Refused): void {
  const { text } = sayFault(t, error)
  if (isForbidden(error)) tellForbidden({ t, client }, text, refused)
  else toast({ kind: 'failed', text })
}

type Teller = { readonly t: Translate; readonly client: QueryClient }

/** The same where it is known that it was for want of rights. */
export function tellForbidden({ t, client }: Teller, text: string, refused: Refused): void {
  const self = client.getQueryData<SelfRecord>(selfKey(refused.envid))
  if (self?.activities.includes('explain-access')) {
    const action = { label: t('records.refused.why'), onAction: () => void refusals.add(refused) }
    toast({ kind: 'failed', text, action })
  } else toast({ kind: 'failed', text: `${text} ${t('records.refused.ask')}` })
}
