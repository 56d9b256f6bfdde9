import { useSearch } from '@tanstack/react-router'
import { HomePage } from '#environments/web/HomePage.tsx'
import { useGo } from '#platform/web/routeParams.ts'
import { JoinByLink } from '#security/web/members/JoinByLink.tsx'
import { JoinWithCode } from '#security/web/members/JoinWithCode.tsx'

/** The main index with the way into the environments of others: by the link of an invite, or by its code. */
export function HomeRoute() {
  const go = useGo()
  const { invite } = useSearch({ strict: false }) as { readonly invite?: unknown }
  // The router reads a code of digits alone as a number.
  const code = invite === undefined ? undefined : String(invite)
  return (
    <HomePage
      join={
        code ? (
          <JoinByLink key={code} code={code} onLater={() => go('/main', { replace: true })} />
        ) : (
          <JoinWithCode onCode={(typed) => go(`/main?invite=${encodeURIComponent(typed)}`)} />
        )
      }
    />
  )
}
