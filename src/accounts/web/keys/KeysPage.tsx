import { Link, useBlocker } from '@tanstack/react-router'
import { ChevronLeft, KeyRound, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyPlace, NewApiKey } from '#accounts/apiKey.ts'
import { KeyGuide } from '#accounts/web/keys/KeyGuide.tsx'
import { KeyTable } from '#accounts/web/keys/KeyTable.tsx'
import { MakeKeyDialog, type TableChoice } from '#accounts/web/keys/MakeKeyDialog.tsx'
import { NewKey } from '#accounts/web/keys/NewKey.tsx'
import { useApiKeys } from '#accounts/web/keys/apiKeys.client.ts'
import { ConfirmProvider } from '#accounts/web/security/ConfirmMe.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { confirm } from '#design/web/overlay/confirm.ts'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { LoadingLines } from '#design/web/feedback/LoadingLines.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'
import { useUnsavedWork } from '#platform/web/unsavedWork.ts'

type KeysPageProps = {
  /** The environments that a key can be for, loaded elsewhere. */
  readonly places: {
    readonly data: readonly KeyPlace[] | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  /** The environment that the person comes from. */
  readonly chosenId: string | undefined
  readonly TableChoice: TableChoice
}

/** The keys with which programs work in a person's name: made, shown once, listed and revoked. */
export function KeysPage({ places, chosenId, TableChoice }: KeysPageProps) {
  const { t } = useLanguage()
  const { data: keys, error: keysError, refetch } = useApiKeys()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<NewApiKey>()
  const [isKept, setKept] = useState(true)
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(t('apiKeys.title'))
  useUnsavedWork(!isKept)
  const mayLeave = useLeaveQuestion(isKept)

  const error = (keys ? null : keysError) ?? (places.data ? null : places.error)
  const from = places.data?.find(({ id }) => id === chosenId)
  const show = (key: NewApiKey) => {
    setMaking(false)
    setMade(key)
    setKept(false)
  }
  const forget = () => {
    setMade(undefined)
    setKept(true)
    heading.current?.focus()
  }
  const close = async () => {
    if (await mayLeave()) forget()
  }
  const newKey = (
    <Button kind="primary" icon={<Plus aria-hidden />} onPress={() => setMaking(true)}>
      {t('apiKeys.new')}
    </Button>
  )
  return (
    <div className="mx-auto flex w-full max-w-240 flex-col gap-6 px-4 py-8 sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-col gap-1">
          {from && (
            <Link to={`/${from.id}`} className={`${linkClass} inline-flex max-w-full items-center gap-1 self-start`}>
              <ChevronLeft size={14} className="shrink-0" aria-hidden />
              <span className="truncate">{from.name}</span>
            </Link>
          )}
          <h1 ref={heading} tabIndex={-1} className="text-auth font-semibold outline-none">
            {t('apiKeys.title')}
          </h1>
          <p className="max-w-160 text-pretty text-muted">{t('apiKeys.text')}</p>
        </div>
        {!made && keys && keys.length > 0 && places.data && newKey}
      </div>
      {error !== null && (
        <ErrorState {...sayFault(t, error)} onRetry={() => void Promise.all([refetch(), places.refetch()])} />
      )}
      {!error && !(keys && places.data) && (
        <LoadingLines lines={3} className="rounded-card border border-line bg-background p-4" />
      )}
      {made && places.data && (
        <NewKey
          key={made.id}
          made={made}
          places={places.data}
          onKept={() => setKept(true)}
          onDone={() => void close()}
        />
      )}
      {keys && places.data && (
        <div className="rounded-card border border-line bg-background">
          {keys.length === 0 ? (
            <EmptyState icon={<KeyRound />} text={t('apiKeys.none')}>
              {newKey}
            </EmptyState>
          ) : (
            <KeyTable
              keys={keys}
              places={places.data}
              onRevoked={(id) => (id === made?.id ? forget() : focusOn(heading))}
            />
          )}
        </div>
      )}
      {!made && keys && keys.length > 0 && places.data && places.data.length > 0 && (
        <ConnectSection places={places.data} chosenId={chosenId} />
      )}
      {isMaking && places.data && (
        <ConfirmProvider>
          <MakeKeyDialog
            places={places.data}
            chosenId={from?.id}
            TableChoice={TableChoice}
            onMade={show}
            onClose={() => setMaking(false)}
          />
        </ConfirmProvider>
      )}
    </div>
  )
}

/** Asks before the page is left with a key that nobody has kept: it is shown once. */
function useLeaveQuestion(isKept: boolean): () => Promise<boolean> {
  const { t } = useLanguage()
  const mayLeave = async () =>
    isKept ||
    confirm({
      title: t('apiKeys.leave.title'),
      text: t('apiKeys.leave.text'),
      action: t('apiKeys.leave.action'),
      danger: true,
    })
  useBlocker({ shouldBlockFn: async () => !(await mayLeave()), enableBeforeUnload: false })
  return mayLeave
}

type ConnectSectionProps = { readonly places: readonly KeyPlace[]; readonly chosenId: string | undefined }

/** How programs work with a key. */
function ConnectSection({ places, chosenId }: ConnectSectionProps) {
  const { t } = useLanguage()
  return (
    <section
      aria-labelledby="connect"
      className="flex flex-col gap-4 rounded-card border border-line bg-background p-4"
    >
      <h2 id="connect" className="font-semibold">
        {t('apiKeys.guide.title')}
      </h2>
      <KeyGuide places={places} chosenId={chosenId} />
    </section>
  )
}

function focusOn({ current }: { readonly current: HTMLElement | null }): void {
  current?.focus()
}
