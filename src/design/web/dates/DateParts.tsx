import { use } from 'react'
import { DateFieldStateContext, DateInput, DateSegment, type DateSegmentProps } from 'react-aria-components/DateField'
import { inOrder } from '#dates/typedParts.ts'
import { classes } from '#design/web/theme/classes.ts'
import { useLanguage } from '#language/web/language.tsx'

/** How React Aria calls the cycles of hours. */
export const hoursOf = { h12: 12, h23: 24 } as const

/** The parts of a date or time, each typed by itself, in the order in which the reader writes dates. */
export function DateParts() {
  return (
    <DateInput className="flex min-w-0 flex-1 items-center overflow-hidden tabular-nums">
      {(segment) => <Part segment={segment} />}
    </DateInput>
  )
}

type Segment = DateSegmentProps['segment']

function Part({ segment: given }: { readonly segment: Segment }) {
  const { day } = useLanguage()
  const state = use(DateFieldStateContext)
  const segment = state ? partInstead(given, state.segments, day) : given
  if (!segment) return null
  return (
    <DateSegment
      segment={segment}
      // Parts stand close together, as the date is written; a point between is no gap.
      className={classes(
        'h-6 rounded-small leading-6 whitespace-pre caret-transparent outline-none data-focused:bg-brand-fill data-focused:text-on-brand data-placeholder:text-muted data-focused:data-placeholder:text-on-brand',
        segment.type === 'literal' ? 'text-muted' : 'min-w-6 px-0.5 text-center',
      )}
    />
  )
}

/** The language has one order of parts, its reader may have another. */
function partInstead(given: Segment, all: readonly Segment[], day: (value: string, style: 'shortDate') => string) {
  const ordered = inOrder(all, day('2001-02-03', 'shortDate'), literal)
  return ordered[all.indexOf(given)]
}

function literal(text: string): Segment {
  return { type: 'literal', text, isPlaceholder: false, placeholder: '', isEditable: false }
}
