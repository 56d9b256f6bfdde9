import { CircleAlert, Info, Lock, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#design/web/theme/classes.ts'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { useLanguage } from '#language/web/language.tsx'

export type BannerKind = 'info' | 'warning' | 'error' | 'locked'

type BannerProps = {
  readonly kind?: BannerKind
  readonly children: ReactNode
  readonly actions?: ReactNode
  readonly onClose?: () => void
}

/** A sentence about the whole page or form, with perhaps something to do about it. */
export function Banner({ kind = 'info', children, actions, onClose }: BannerProps) {
  const { t } = useLanguage()
  const { Icon, tint } = kinds[kind]
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={classes('flex items-start gap-2 rounded-control px-3 py-1.5', tint)}
    >
      <Icon size={16} className="mt-1.5 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1 py-1 break-words">{children}</div>
      {actions && <div className="flex shrink-0 gap-2">{actions}</div>}
      {onClose && <IconButton label={t('design.close')} icon={<X />} onPress={onClose} className="-mr-2" />}
    </div>
  )
}

const kinds = {
  info: { Icon: Info, tint: 'bg-selection text-text' },
  warning: { Icon: TriangleAlert, tint: 'bg-amber-tint text-amber' },
  error: { Icon: CircleAlert, tint: 'bg-red-tint text-red' },
  locked: { Icon: Lock, tint: 'bg-grey-tint text-grey' },
}
