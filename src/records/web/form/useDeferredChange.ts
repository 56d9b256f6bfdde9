import { useEffect, useRef, useState } from 'react'
import { columnOf, type Field } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import type { RecordPatch } from '#records/web/recordChanges.client.ts'

// Product ruling 2.7: with `input`, the rest of the form hears of a value when nobody has typed for so long, in milliseconds.
const pause = 300

/**
 * When the rest of a form hears of what is given to a field: the input trigger of its attribute says so. `unheard` are the
 * values that the others still go by, by column.
 */
export function useDeferredChange() {
  const [unheard, setUnheard] = useState<RecordPatch>({})
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const known = timers.current
    return () => known.forEach(clearTimeout)
  }, [])

  function hear(column: string): void {
    setUnheard(({ [column]: _heard, ...rest }) => rest)
  }

  /** A field was given a value in the place of `before`. */
  function hold(field: Field, before: WireValue): void {
    const column = columnOf(field)
    const moment = momentOf(field)
    if (moment === 'change' && !attributeTypes[field.type].typed) return
    setUnheard((known) => (column in known ? known : { ...known, [column]: before }))
    if (moment !== 'input') return
    clearTimeout(timers.current.get(column))
    timers.current.set(
      column,
      setTimeout(() => hear(column), pause),
    )
  }

  /** The control of a field was left, or Enter was pressed in it. Answers whether Enter has done its work by that. */
  function told(field: Field, by: 'blur' | 'enter'): boolean {
    const column = columnOf(field)
    const moment = momentOf(field)
    if (!(column in unheard) || (moment !== 'change' && moment !== by)) return false
    hear(column)
    return moment === 'enter'
  }

  return { unheard, hold, told, forget: () => setUnheard({}) }
}

function momentOf({ input_trigger }: Field) {
  return input_trigger?.on ?? 'change'
}
