import { Check, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'

type CopyLineProps = {
  readonly label: string
  readonly text: string
  /** Told when the text has been copied, by the button or by hand. */
  readonly onCopied?: () => void
}

/** A text that is taken elsewhere: an address, a key, a command. */
export function CopyLine({ label, text, onCopied }: CopyLineProps) {
  const { t } = useLanguage()
  const id = useId()
  const [copied, setCopied] = useState<string>()
  const copy = async () => {
    try {
      // Browsers have no clipboard on pages that did not come by HTTPS.
      await navigator.clipboard.writeText(text)
    } catch {
      toast({ kind: 'failed', text: t('design.notCopied') })
      return
    }
    setCopied(text)
    onCopied?.()
    toast({ kind: 'done', text: t('design.copied') })
  }
  return (
    <div role="group" aria-labelledby={id} className="flex min-w-0 flex-col gap-1">
      <span id={id} className="text-label font-medium text-muted">
        {label}
      </span>
      <div className="flex items-start gap-2">
        <code
          onCopy={onCopied}
          className="min-w-0 flex-1 rounded-control bg-sunken px-2.5 py-2 font-mono text-label break-all whitespace-pre-wrap select-all pointer-coarse:py-3.5"
        >
          {text}
        </code>
        <Button
          icon={copied === text ? <Check aria-hidden /> : <Copy aria-hidden />}
          aria-label={`${t('design.copy')}: ${label}`}
          onPress={() => void copy()}
        >
          <span className="max-sm:hidden">{t('design.copy')}</span>
        </Button>
      </div>
    </div>
  )
}
