import type { ErrorBody } from '#faults/wire.ts'
import type { ApiFault } from '#platform/web/apiFault.ts'
import { overrides } from '#security/web/pendingDialogs.ts'

/** What says to the server why a change is made although sentences about rights say no. */
export type Overriding = Readonly<Record<string, string>>

export function overriding(reason: string): Overriding {
  return { 'x-override-reason': encodeURIComponent(reason.trim()) }
}

/**
 * Shows the sentences that stopped a change of rights or definitions, whichever screen it came from, and asks whether it is
 * made all the same. Undefined where it is not.
 */
export async function askToOverride({ code, details, body }: ApiFault): Promise<Overriding | undefined> {
  if (code !== 'permissionTest.failed') return undefined
  const { overridable } = (body as ErrorBody).error.innererror
  const sentences = details.map(({ target = '', message }) => ({ id: target, text: message }))
  const reason = await new Promise<string | undefined>((answer) => {
    overrides.add({ sentences, overridable: overridable === true, answer })
  })
  return reason === undefined ? undefined : overriding(reason)
}
