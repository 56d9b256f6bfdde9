import { CircleHelp } from 'lucide-react'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Popover } from '#design/web/overlay/Popover.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** A mark beside the label of `name`: who presses it reads what the thing means. */
export function HelpMark({ name, text }: { name: string; text: string }) {
  const { t } = useLanguage()
  const label = t('design.about', { name })
  return (
    <Popover
      label={label}
      className="max-w-72"
      trigger={<IconButton label={label} icon={<CircleHelp size={14} />} className="-my-1.5 size-6! text-muted!" />}
    >
      <p className="break-words whitespace-pre-line">{text}</p>
    </Popover>
  )
}
