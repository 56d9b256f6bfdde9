import { useEffect, useState } from 'react'
import { formatRelative } from '#language/relativeTime.ts'
import { useLanguage } from '#language/web/language.tsx'

const minute = 60_000

/** How long ago something was; pointing at it tells the exact time. */
export function RelativeTime({ value }: { value: Date }) {
  const { locale, date } = useLanguage()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minute)
    return () => clearInterval(timer)
  }, [])
  // A clock that is behind the server's must not tell of the future.
  const told = value > now ? now : value
  return (
    <time dateTime={value.toISOString()} title={date(value, 'longDateTime')} className="whitespace-nowrap">
      {formatRelative(told, now, locale)}
    </time>
  )
}
