import {
  AlignLeft,
  Calendar,
  Clock,
  Fingerprint,
  Hash,
  Link,
  List,
  Mail,
  Percent,
  ToggleLeft,
  Type,
  type LucideIcon,
} from 'lucide-react'
import type { AttributeTypeName } from '#attributes/types.ts'

/** The icon of each attribute type. */
export const typeIcons: Readonly<Record<AttributeTypeName, LucideIcon>> = {
  id: Fingerprint,
  text: Type,
  textarea: AlignLeft,
  email: Mail,
  number: Hash,
  decimal: Percent,
  boolean: ToggleLeft,
  date: Calendar,
  datetime: Clock,
  select: List,
  'N:1': Link,
}
