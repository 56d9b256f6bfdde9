import type { ReactElement, ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

/** Tells what `children`, which must be focusable, is: after a moment of hovering, at once on keyboard focus. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <TooltipTrigger delay={500} closeDelay={60}>
      {children}
      <AriaTooltip
        offset={6}
        className="max-w-72 rounded-control bg-text px-2 py-1 text-label text-background data-entering:animate-appear"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
