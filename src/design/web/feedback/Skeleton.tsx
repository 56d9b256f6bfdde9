import { useEffect, useState, type ReactNode } from 'react'
import { classes } from '#design/web/theme/classes.ts'
import { useLanguage } from '#language/web/language.tsx'

// Design language: nothing appears for waits under 300 ms.
const patience = 300

/** Shows its children only when the wait is long enough to be noticed. */
export function Loading({ children }: { children: ReactNode }) {
  const { t } = useLanguage()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{isLong ? t('design.loading') : ''}</span>
      {isLong && children}
    </div>
  )
}

/** The place of a line of text that is still coming. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classes('h-3 animate-pulse rounded-small bg-sunken', className)} />
}
