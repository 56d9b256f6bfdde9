import { useEffect, useId, useRef } from 'react'
import type { KeyPlace, NewApiKey } from '#accounts/apiKey.ts'
import { KeyGuide } from '#accounts/web/keys/KeyGuide.tsx'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { CopyLine } from '#design/web/button/CopyLine.tsx'
import { useLanguage } from '#language/web/language.tsx'

type NewKeyProps = {
  readonly made: NewApiKey
  readonly places: readonly KeyPlace[]
  /** Told when the key has been copied. */
  readonly onKept: () => void
  readonly onDone: () => void
}

/** A key that was just made, this once with its secret, and what to do with it. */
export function NewKey({ made, places, onKept, onDone }: NewKeyProps) {
  const { t } = useLanguage()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const reached = made.envid === null ? places : places.filter((place) => place.id === made.envid)
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 rounded-card border border-brand bg-background p-4">
      <h2 id={id} ref={heading} tabIndex={-1} className="font-semibold break-words outline-none">
        {t('apiKeys.shown.title', { name: made.name })}
      </h2>
      <Banner kind="warning">{t('apiKeys.shown.text')}</Banner>
      <CopyLine label={t('apiKeys.shown.key')} text={made.key} onCopied={onKept} />
      {reached.length > 0 && <KeyGuide places={reached} chosenId={undefined} />}
      <div className="flex justify-end border-t border-line pt-4">
        <Button kind="primary" onPress={onDone}>
          {t('apiKeys.shown.done')}
        </Button>
      </div>
    </section>
  )
}
