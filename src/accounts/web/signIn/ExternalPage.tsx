import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { AuthCard } from '#accounts/web/signIn/AuthCard.tsx'
import { ExternalClaim } from '#accounts/web/signIn/ExternalClaim.tsx'
import { externalStep, type ExternalStep } from '#accounts/web/signIn/externalStart.ts'
import { connect, finishExternal, type ExternalReturn } from '#accounts/web/identity.client.ts'
import { takeStep } from '#accounts/web/signIn/storedStep.ts'
import type { Claim } from '#accounts/identity.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import type { ApiFault } from '#platform/web/http.ts'
import { useGo } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

const security = '/profile/security'

/** Where a provider sends the browser back to: the page takes what it brought to the server, and goes on. */
export function ExternalPage() {
  const { t } = useLanguage()
  const go = useGo()
  const { provider } = useParams({ strict: false }) as { provider?: string }
  const [step] = useState(() => takeStep<ExternalStep>(externalStep))
  const [claim, setClaim] = useState<Claim>()
  const [problem, setProblem] = useState<string>()
  const sent = useRef(false)
  useTitle(t('identity.external.title'))

  const follow = (outcome: ExternalReturn) =>
    'claim' in outcome ? setClaim(outcome.claim) : go(outcome.place, { replace: true })
  const fail = (error: unknown) => setProblem(sayFault(t, error).text)

  async function finish(): Promise<void> {
    // An answer that this tab did not ask for is nobody's business here.
    if (!step || step.provider !== provider) return setProblem(t('fault.identity.refused'))
    const { ticket } = step
    const returned = { provider: step.provider, ticket, query: window.location.search }
    // The code in the address is used up; nothing should find it there.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    if (step.intent === 'signIn') return follow(await finishExternal(returned, step))
    await connect(returned)
    toast({ kind: 'done', text: t('identity.connected.done') })
    go(security, { replace: true })
  }
  useEffect(() => {
    if (sent.current) return
    sent.current = true
    finish().catch(fail)
    // The answer is taken once, when the page opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const connects = step?.intent === 'connect'
  if (claim && step && problem === undefined)
    return <ExternalClaim claim={claim} wish={step} onOutcome={follow} onOver={(error: ApiFault) => fail(error)} />
  return (
    <AuthCard
      title={t(problem === undefined ? 'identity.external.title' : 'identity.external.failed')}
      below={
        problem !== undefined && (
          <Link to={connects ? security : '/auth'} className={linkClass}>
            {t(connects ? 'identity.external.backToSecurity' : 'identity.external.back')}
          </Link>
        )
      }
    >
      {problem === undefined ? (
        <p role="status" className="text-center">
          {t('identity.external.waiting')}
        </p>
      ) : (
        <Banner kind="error">{problem}</Banner>
      )}
    </AuthCard>
  )
}
