import { useId, type ReactNode } from 'react'

type Segment<Id extends string> = { readonly id: Id; readonly label: string; readonly icon?: ReactNode }

type SegmentedControlProps<Id extends string> = {
  readonly label: string
  readonly segments: readonly Segment<Id>[]
  readonly value: Id
  readonly onChange: (id: Id) => void
}

/** One of two to five ways, all in sight. */
export function SegmentedControl<Id extends string>({ label, segments, value, onChange }: SegmentedControlProps<Id>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex min-h-control max-w-full flex-wrap rounded-control bg-sunken p-0.5"
    >
      {segments.map(({ id, label: text, icon }) => (
        <label
          key={id}
          className="relative flex min-h-7 max-w-full min-w-0 items-center gap-1.5 rounded-small px-2.5 pointer-coarse:min-h-10 text-muted outline-2 outline-transparent select-none hover:text-text has-checked:bg-raised has-checked:font-medium has-checked:text-text has-checked:ring-1 has-checked:ring-control-line has-focus-visible:outline-brand [&>svg]:size-4"
        >
          <input
            type="radio"
            name={name}
            checked={id === value}
            onChange={() => onChange(id)}
            className="absolute inset-0 appearance-none outline-none"
          />
          {icon}
          <span className="truncate">{text}</span>
        </label>
      ))}
    </div>
  )
}
