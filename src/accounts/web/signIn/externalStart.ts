import type { ExternalStart, ProviderId } from '#accounts/identity.ts'
import { storeStep } from '#accounts/web/signIn/storedStep.ts'
import { api } from '#platform/web/http.ts'

/** What this tab waits for while a provider has it: the ticket that makes the answer ours. */
export type ExternalStep = {
  readonly provider: ProviderId
  readonly ticket: string
  readonly next: string | null
  readonly remember: boolean
  /** `connect`: a signed-in person adds the provider to their account. */
  readonly intent: 'signIn' | 'connect'
}

export const externalStep = 'external_sign_in'

/** Leaves for a provider; the page /auth/external/{provider} goes on from there. */
export async function leaveFor(
  provider: ProviderId,
  step: Pick<ExternalStep, 'intent' | 'next' | 'remember'>,
): Promise<void> {
  const connects = step.intent === 'connect'
  const { address, ticket } = connects
    ? await api.post<ExternalStart>('/user/v1/connection/start', { provider })
    : await api.post<ExternalStart>('/auth/security/v1/external/start', { provider }, { session: 'none' })
  storeStep(externalStep, { provider, ticket, ...step } satisfies ExternalStep)
  window.location.assign(address)
}
