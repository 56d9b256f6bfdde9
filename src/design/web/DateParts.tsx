import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { classes } from '#design/web/classes.ts'

/** The parts of a date or time, each typed by itself. */
export function DateParts() {
  return (
    <DateInput className="flex min-w-0 flex-1 items-center overflow-hidden tabular-nums">
      {(segment) => (
        <DateSegment
          segment={segment}
          // Parts stand close together, as the date is written; a point between is no gap.
          className={classes(
            'h-6 rounded-small leading-6 whitespace-pre caret-transparent outline-none data-focused:bg-brand-fill data-focused:text-on-brand data-placeholder:text-muted data-focused:data-placeholder:text-on-brand',
            segment.type === 'literal' ? 'text-muted' : 'min-w-6 px-0.5 text-center',
          )}
        />
      )}
    </DateInput>
  )
}
