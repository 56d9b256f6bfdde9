import {
  AlignLeft,
  Calendar,
  Clock,
  EyeOff,
  Globe,
  Hash,
  Link,
  List,
  Lock,
  Mail,
  Paperclip,
  Percent,
  Rows3,
  Search,
  Star,
  ToggleLeft,
  Type,
  User,
  type LucideIcon,
  type LucideProps,
} from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { AttributeTypeName } from '#attributes/types.ts'
import type { RareTypeName } from '#attributes/web/rareTypeIcons.ts'

/** The icon of each attribute type. */
export const typeIcons: Readonly<Record<AttributeTypeName, LucideIcon>> = {
  id: rare('id'),
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
  url: Globe,
  tel: rare('tel'),
  search: Search,
  password: Lock,
  hidden: EyeOff,
  markup: rare('markup'),
  wysiwyg: rare('wysiwyg'),
  file: Paperclip,
  image: rare('image'),
  color: rare('color'),
  time: rare('time'),
  month: rare('month'),
  week: rare('week'),
  user: User,
  team: rare('team'),
  multiselect: rare('multiselect'),
  button: rare('button'),
  submit: rare('submit'),
  '1:N': Rows3,
  'N:N': rare('N:N'),
  dataquery: rare('dataquery'),
  autonumber: rare('autonumber'),
  formula: rare('formula'),
  rollup: rare('rollup'),
  rating: Star,
  duration: rare('duration'),
  percent: rare('percent'),
}

/** An icon that most pages never show; its room is there before it is. */
function rare(name: RareTypeName): LucideIcon {
  const Loaded = lazy(async () => ({ default: (await import('#attributes/web/rareTypeIcons.ts')).rareTypeIcons[name] }))
  const Icon = (props: LucideProps) => (
    <Suspense
      fallback={<svg width={props.size ?? 24} height={props.size ?? 24} className={props.className} aria-hidden />}
    >
      <Loaded {...props} />
    </Suspense>
  )
  return Icon as unknown as LucideIcon
}
