/** Longer patterns take PostgreSQL seconds to compile, or fail. */
export const mostStates = 2500

const tokens = /\\.|\[\^?(?:[^\]\\]|\\.)+\]|\{(\d*),?(\d*)\}|./gsu
const repeats: ReadonlySet<string> = new Set(['*', '+', '?', '|'])

/** Length of a pattern with its repetitions expanded: `(a{3}b){2}` has 8 states. */
export function statesOf(pattern: string): number {
  const sums: number[] = []
  let sum = 0
  let last = 0
  for (const [token, least, most] of pattern.matchAll(tokens)) {
    if (token === '(') {
      sums.push(sum)
      sum = 0
    } else if (token === ')') {
      last = sum
      sum += sums.pop() ?? 0
    } else if (least !== undefined) {
      const times = Math.max(Number(least), Number(most), 1)
      sum += last * (times - 1)
      last *= times
    } else if (!repeats.has(token)) {
      last = 1
      sum += 1
    }
  }
  return sum
}
