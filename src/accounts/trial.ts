const day = 86_400_000

/** Whole days of the free trial that are left, the present one included; 0 when it is over. */
export function daysLeft(endsOn: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(endsOn) - now.getTime()) / day))
}
