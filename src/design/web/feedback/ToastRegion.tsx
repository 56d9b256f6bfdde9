import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { toasts, type ToastMessage } from '#design/web/feedback/toast.ts'
import type { Queued } from '#design/web/feedback/queue.ts'
import { useLanguage } from '#language/web/language.tsx'

/** Shows the messages of `toast`. Once per page. They wait while pointed at or focused. */
export function ToastRegion() {
  const { t } = useLanguage()
  const messages = toasts.useItems()
  const [isHeld, setHeld] = useState(false)
  return (
    <section
      aria-label={t('design.messages')}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-60 flex flex-col items-center gap-2 px-4"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {messages.map((message) => (
        <Toast key={message.id} message={message} isHeld={isHeld} />
      ))}
    </section>
  )
}

function Toast({ message, isHeld }: { message: Queued<ToastMessage>; isHeld: boolean }) {
  const { t } = useLanguage()
  const { id, text, action, kind = 'info' } = message
  useEffect(() => {
    // A failure stays until it is read; something to undo stays a little longer than plain news.
    if (isHeld || kind === 'failed') return
    const timer = setTimeout(() => toasts.remove(id), action ? 10_000 : 5000)
    return () => clearTimeout(timer)
  }, [id, isHeld, kind, action])
  const { Icon, colour } = kinds[kind]
  return (
    <div
      role={kind === 'failed' ? 'alert' : undefined}
      className="pointer-events-auto flex max-w-120 animate-appear items-center gap-2 rounded-card bg-raised py-1.5 pr-1.5 pl-3 text-text shadow-float"
    >
      <Icon size={16} className={colour} aria-hidden />
      <span className="min-w-0 py-1 break-words">{text}</span>
      {action && (
        <Button
          kind="quiet"
          className="ml-1 text-brand!"
          onPress={() => {
            toasts.remove(id)
            action.onAction()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={t('design.close')} icon={<X />} onPress={() => toasts.remove(id)} />
    </div>
  )
}

const kinds = {
  done: { Icon: CircleCheck, colour: 'shrink-0 text-green' },
  failed: { Icon: CircleAlert, colour: 'shrink-0 text-red' },
  info: { Icon: Info, colour: 'shrink-0 text-muted' },
}
