import { Search } from 'lucide-react'
import { TextField } from '#design/web/fields/TextField.tsx'

type SearchFieldProps = {
  /** Said to those who do not see it, and shown while nothing is typed. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly className: string
}

/** Narrows a list down while it is typed into. */
export function SearchField({ label, ...rest }: SearchFieldProps) {
  return (
    <TextField
      {...rest}
      label={label}
      labelHidden
      type="search"
      autoComplete="off"
      placeholder={label}
      pretext={<Search size={14} aria-hidden />}
    />
  )
}
