import { useCallback, useEffect, useState } from 'react'

/** Seconds counted down to 0, by the clock and not by ticks, so that a sleeping tab does not fall behind. */
export function useCountdown(seconds: number): { readonly left: number; readonly restart: () => void } {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [until])
  const restart = useCallback(() => setUntil(Date.now() + seconds * 1000), [seconds])
  return { left, restart }
}
