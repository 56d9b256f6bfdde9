import {
  AlignLeft,
  Binary,
  Calendar,
  CalendarClock,
  CircleDot,
  Fingerprint,
  Hash,
  Link2,
  Mail,
  ToggleLeft,
  Type,
  type LucideIcon,
} from 'lucide-react'
import type { AttributeTypeName } from '#attributes/types.ts'

const pictures: Record<AttributeTypeName, LucideIcon> = {
  id: Fingerprint,
  text: Type,
  textarea: AlignLeft,
  email: Mail,
  number: Hash,
  decimal: Binary,
  boolean: ToggleLeft,
  date: Calendar,
  datetime: CalendarClock,
  select: CircleDot,
  'N:1': Link2,
}

/** The picture of an attribute type; its name stands beside it or is said elsewhere. */
export function TypeIcon({ type, size = 16 }: { type: AttributeTypeName; size?: number }) {
  const Picture = pictures[type]
  return <Picture size={size} className="shrink-0" aria-hidden />
}
