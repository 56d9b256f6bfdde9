import { useEffect, useRef, useState } from 'react'
import type { SignInWays } from '#accounts/identity.ts'
import type { PasswordPolicy } from '#accounts/password.ts'
import { api } from '#platform/web/http.ts'

export type SignInMethods = {
  /** Unknown before the answer, and without one: there is still the password. */
  readonly ways: SignInWays | undefined
  /** The rules by which a password is chosen; without an answer the server is left to judge by its own. */
  readonly policy: () => Promise<PasswordPolicy>
}

/** How one may sign in to this installation, and which passwords it accepts. Asked for once by a page. */
export function useSignInMethods(): SignInMethods {
  const [ways, setWays] = useState<SignInWays>()
  const asked = useRef<Promise<SignInWays>>(undefined)
  const ask = () => (asked.current ??= api.get<SignInWays>('/auth/security/v1/ways', { session: 'none' }))
  useEffect(() => {
    ask().then(setWays, () => undefined)
    // Once: the answer holds as long as the page.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const policy = () =>
    ask().then(
      ({ passwords }) => passwords,
      () => 'standard' as const,
    )
  return { ways, policy }
}
