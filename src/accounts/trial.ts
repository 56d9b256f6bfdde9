const day = 86_400_000

/** Remaining whole days of the free trial, including the present day; 0 after the trial. */
export function daysLeft(endsOn: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(endsOn) - now.getTime()) / day))
}
