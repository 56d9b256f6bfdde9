import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Send } from '../support/maker.ts'

/** The environment whose table `bigs` is asked for, and who asks. */
export type Target = { readonly send: Send; readonly environment: string }

/** Requests that cost a server much. `note` hears how each of them was answered. */
export type Attack = {
  readonly name: string
  /** Who sends them: one session; several of one person; or several members. */
  readonly by: 'session' | 'sessions' | 'members'
  readonly send: (target: Target, ending: AbortSignal, note: (answer: string) => void) => Promise<void>
}

/** A pattern that takes PostgreSQL very long for each row, and one of usual shape that takes long enough. */
const worstPattern = '^([0-9a-f]?){60}[0-9a-f]{60}zz$'
const shapelyPattern = '[0-9a-f]{20}z[0-9a-f]{20}zz'
const product = Array.from({ length: 100 }, () => 'total').join(' mul ')

const matching = (pattern: string) => `bigs?$filter=${encodeURIComponent(`matchespattern(city,'${pattern}')`)}&$top=1`
const containing = (number: number) => `bigs?$filter=contains(city,'zz${number}')&$top=1`

// A filter of another shape each time, so that nobody knows before how long it takes.
const shapes = Array.from({ length: 9 }, (_, at) => ['contains', 'endswith', 'startswith'][at % 3])
const shaped = (number: number) => {
  const terms = shapes.map((call, at) => {
    const isChosen = Math.floor(number / 2 ** at) % 2 === 1
    return isChosen ? `${call}(tolower(city),'zz${at}')` : `length(city) eq ${900 + at}`
  })
  return `bigs?$filter=${encodeURIComponent(terms.join(' or '))}&$orderby=${number % 2 ? 'city' : 'total'}%20desc&$top=1`
}

// Costs nothing but its reading.
const refused = (number: number) => {
  const terms = Array.from({ length: 100 }, (_, at) => `city eq '${number} ${at}'`)
  return `bigs?$filter=${encodeURIComponent(`${terms.join(' or ')} or nowhere eq 1`)}`
}

/** What one person sends again and again, and the two cases that were seen to stall others. */
export const attacks: readonly Attack[] = [
  batches('(a) $batch of 200 contains', 1, () => Array.from({ length: 200 }, (_, at) => containing(at))),
  batches('(a) $batch of 24 patterns', 1, () => Array.from({ length: 24 }, () => matching(worstPattern))),
  gets('(b) 24 patterns at once', 24, () => matching(worstPattern)),
  gets('(b) 12 products of 100 factors', 12, () => `bigs?$filter=${encodeURIComponent(`${product} gt 5`)}&$count=true`),
  gets('24 patterns of usual shape', 24, () => matching(shapelyPattern)),
  gets('24 distinct contains', 24, containing),
  gets('24 of distinct shapes', 24, shaped),
  gets(
    '24 groupings by a long column',
    24,
    () => `bigs?$apply=${encodeURIComponent('groupby((city),aggregate($count as n))')}`,
  ),
  gets(
    '24 groupings by computed values',
    24,
    (at) =>
      `bigs?$apply=${encodeURIComponent(`compute(substring(city,${at % 60},2) as c)/groupby((c),aggregate(total with sum as s,$count as n))`)}`,
  ),
  gets(
    '24 orders by long expressions',
    24,
    (at) => `bigs?$orderby=${encodeURIComponent(`concat(tolower(city),'${at}'),city desc`)}&$top=5000&$skip=300000`,
  ),
  gets('24 pages far behind', 24, (at) => `bigs?$skip=${399_000 - at}&$top=100&$count=true`),
  gets('12 pages of 5,000 with all owners', 12, () => 'bigs?$top=5000&$expand=owner'),
  batches('4 $batch of 200 contains at once', 4, (at) =>
    Array.from({ length: 200 }, (_, each) => containing(at * 200 + each)),
  ),
  batches('$batch of 1,000 refused queries', 2, () => Array.from({ length: 1000 }, (_, at) => refused(at))),
  { ...gets('24 of distinct shapes, by 8 sessions of one person', 24, shaped), by: 'sessions' },
  { ...gets('24 of distinct shapes, by 8 members', 24, shaped), by: 'members' },
  { ...gets('24 distinct contains, by 8 members', 24, containing), by: 'members' },
  batches(
    'atomic groups of reads',
    8,
    (at) => Array.from({ length: 20 }, (_, each) => containing(at * 20 + each)),
    'group',
  ),
]

/** So many requests at a time, each a list of its own. */
function gets(name: string, atOnce: number, query: (at: number) => string): Attack {
  return repeated(name, atOnce, (target, at) => target.send('GET', `${rootOf(target)}${query(at)}`))
}

/** So many batches at a time of reads, by themselves or in one atomic group. */
function batches(
  name: string,
  atOnce: number,
  urls: (at: number) => readonly string[],
  atomicityGroup?: string,
): Attack {
  return repeated(name, atOnce, async (target, at, note) => {
    const requests = urls(at).map((url, id) => {
      return { id: String(id), method: 'GET', url, ...(atomicityGroup !== undefined && { atomicityGroup }) }
    })
    const start = performance.now()
    const prefer = { prefer: 'continue-on-error=true' }
    const answer = await target.send('POST', `${rootOf(target)}$batch`, { requests }, prefer)
    note(`batch of ${Math.round((performance.now() - start) / 1000)} s`)
    if (answer.status === 200)
      for (const each of answer.json<{ responses: { status: number }[] }>().responses) note(`part ${each.status}`)
    return answer
  })
}

type Sent = (target: Target, at: number, note: (answer: string) => void) => Promise<Answer>

function repeated(name: string, atOnce: number, sent: Sent): Attack {
  return {
    name,
    by: 'session',
    async send(target, ending, note) {
      let next = 0
      const client = async () => {
        while (!ending.aborted) {
          const { status } = await sent(target, next++, note)
          note(String(status))
          // How many calls anybody may make is limited elsewhere.
          if (status >= 400) await pause(100)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, client))
    },
  }
}

function rootOf({ environment }: Target): string {
  return `/api/odata/v1/${environment}/`
}
