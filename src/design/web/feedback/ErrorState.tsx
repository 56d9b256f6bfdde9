import { CircleAlert } from 'lucide-react'
import { Button } from '#design/web/button/Button.tsx'
import { useLanguage } from '#language/web/language.tsx'

type ErrorStateProps = {
  /** What went wrong, in words. */
  readonly text: string
  readonly onRetry?: () => void
  /** The number under which the server's log tells more. */
  readonly requestId?: string
}

/** What stands where something could not be loaded. */
export function ErrorState({ text, onRetry, requestId }: ErrorStateProps) {
  const { t } = useLanguage()
  return (
    <div role="alert" className="flex flex-col items-center justify-center gap-3 px-6 py-16 text-center">
      <CircleAlert className="size-8 stroke-[1.5] text-red" aria-hidden />
      <p className="max-w-96 break-words">{text}</p>
      {onRetry && <Button onPress={onRetry}>{t('design.tryAgain')}</Button>}
      {requestId && (
        <p className="text-label text-muted">
          {t('design.requestId')} <code className="font-mono select-all">{requestId}</code>
        </p>
      )}
    </div>
  )
}
