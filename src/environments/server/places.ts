import { fault } from '#faults/fault.ts'

/**
 * So many may be at work at once in all, and so many of one environment, so that one leaves room for others. Answers what
 * gives the place back, once however often it is called. Fault: `request.tooMany`.
 */
export function createPlaces(most: {
  readonly inAll: number
  readonly each: number
}): (environmentId: string) => () => void {
  const taken = new Map<string, number>()
  let all = 0
  return (id) => {
    const own = taken.get(id) ?? 0
    if (all >= most.inAll || own >= most.each) throw fault('request.tooMany', { seconds: 10 })
    all++
    taken.set(id, own + 1)
    let given = false
    return () => {
      if (given) return
      given = true
      all--
      const left = (taken.get(id) ?? 1) - 1
      if (left > 0) taken.set(id, left)
      else taken.delete(id)
    }
  }
}
