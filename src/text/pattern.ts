/** Longest pattern, and longest value that a pattern is tried on. */
export const patternLength = 256
export const patternValueLength = 250
/** What none to three open repeats cost, roughly in steps, since they share a value in so many ways; one more is too many. */
const repeatSteps = [16, 1_000, 125_000, 2_600_000]
const stepsAtMost = 16_000_000

/**
 * Whether a maker's pattern is safe to run on any value: no back-references, no look-around, no repeat of something
 * that repeats or branches, at most three open repeats, and no more choices (`a?`, `(?:LV|EE)`) than are soon tried, since
 * those after each other multiply. What is left cannot take exponential time.
 */
export function isSafePattern(pattern: string): boolean {
  if (pattern.length > patternLength || !compiles(pattern)) return false
  const bare = pattern.replace(/\\[^kpPcux1-9]/g, 'x').replace(/\[(?:[^\]\\]|\\.)*\]/g, 'x')
  // What still has a backslash is a back-reference or an escape we do not allow; `(?` other than `(?:` looks around or names.
  if (/\\(?![pP]\{)/.test(bare) || /\(\?(?!:)/.test(bare)) return false
  const steps = repeatSteps[openRepeats(bare)] ?? Number.POSITIVE_INFINITY
  return steps * choicesOf(bare) <= stepsAtMost && !repeatsComplexGroup(bare)
}

/** A test whether a whole value has the form of a safe pattern. */
export function patternTest(pattern: string): (value: string) => boolean {
  const whole = new RegExp(`^(?:${pattern})$`, 'u')
  return (value) => value.length <= patternValueLength && whole.test(value)
}

function compiles(pattern: string): boolean {
  try {
    return Boolean(new RegExp(`^(?:${pattern})$`, 'u'))
  } catch {
    return false
  }
}

const repeat = /[*+]|\{\d+(?:,\d*)?\}/g

function openRepeats(bare: string): number {
  return (bare.match(repeat) ?? []).filter((each) => !/^\{\d+\}$/.test(each)).length
}

/** Takes the innermost groups off one by one; a group that is repeated must hold neither repeat nor branch nor choice of nothing. */
function repeatsComplexGroup(bare: string): boolean {
  const group = /\((?:\?:)?([^()]*)\)([*+]|\{\d+(?:,\d*)?\})?/
  let rest = bare
  for (let match = group.exec(rest); match; match = group.exec(rest)) {
    const [whole, inside = '', repeated] = match
    const complex = /[*+|?{]/.test(inside)
    if (repeated && complex) return true
    // What is left of the group: something simple, or something that itself counts as repeating.
    rest = rest.slice(0, match.index) + (complex ? 'x*' : 'x') + rest.slice(match.index + whole.length)
  }
  return false
}

/** How many ways there are through a pattern, repeats aside. */
function choicesOf(bare: string): number {
  const open = [{ before: 0, ways: 1, last: 1 }]
  let former = ''
  for (const [token] of bare.replace(/\\[pP]\{[^}]*\}/g, 'x').matchAll(/\(\?:|./gu)) {
    const branch = open.at(-1)
    if (!branch) break
    const isLazy = token === '?' && /[*+?}]/.test(former)
    if (token.startsWith('(')) open.push({ before: 0, ways: 1, last: 1 })
    else if (token === ')') {
      open.pop()
      const around = open.at(-1)
      if (around) {
        around.last = branch.before + branch.ways
        around.ways *= around.last
      }
    } else if (token === '|') Object.assign(branch, { before: branch.before + branch.ways, ways: 1, last: 1 })
    else if (token === '?' && !isLazy) branch.ways *= (branch.last + 1) / branch.last
    else if (!isLazy) branch.last = 1
    former = token
  }
  return open.reduce((sum, { before, ways }) => sum + before + ways, 0)
}
