/** The whole numbers from `from` (included) to `to` (excluded). */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
}
