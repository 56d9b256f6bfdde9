/**
 * The known name that most likely was meant: at most two letters away, or the same but for its case. Never the name itself,
 * which may well be known but is of another kind than its place wants.
 */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > 64) return undefined
  let best: string | undefined
  let least = Math.min(3, 1 + Math.floor(name.length / 2))
  for (const candidate of known) {
    if (candidate === name) continue
    const steps = candidate.toLowerCase() === name.toLowerCase() ? 0 : distance(name, candidate, least)
    if (steps < least) {
      best = candidate
      least = steps
    }
  }
  return best
}

// Levenshtein's distance, one row at a time; given up where the lengths alone differ too much.
function distance(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) >= most) return most
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= right.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? most
}
