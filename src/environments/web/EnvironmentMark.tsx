import {
  Boxes,
  Briefcase,
  Building2,
  Calendar,
  Car,
  ChartColumn,
  ClipboardList,
  Cloud,
  Coins,
  Factory,
  FlaskConical,
  Globe,
  GraduationCap,
  Hammer,
  HeartPulse,
  Landmark,
  Leaf,
  Package,
  Plane,
  Rocket,
  Scale,
  ShoppingCart,
  Store,
  Truck,
  Users,
  Utensils,
  type LucideIcon,
} from 'lucide-react'
import { brandOf } from '#design/brand.ts'
import { defaultColour } from '#environments/colour.ts'
import type { EnvironmentIcon } from '#environments/icon.ts'

/** The pictures of the icons that an environment can have. */
export const environmentPictures: Record<EnvironmentIcon, LucideIcon> = {
  boxes: Boxes,
  briefcase: Briefcase,
  'building-2': Building2,
  calendar: Calendar,
  car: Car,
  'chart-column': ChartColumn,
  'clipboard-list': ClipboardList,
  cloud: Cloud,
  coins: Coins,
  factory: Factory,
  'flask-conical': FlaskConical,
  globe: Globe,
  'graduation-cap': GraduationCap,
  hammer: Hammer,
  'heart-pulse': HeartPulse,
  landmark: Landmark,
  leaf: Leaf,
  package: Package,
  plane: Plane,
  rocket: Rocket,
  scale: Scale,
  'shopping-cart': ShoppingCart,
  store: Store,
  truck: Truck,
  users: Users,
  utensils: Utensils,
}

type Marked = { readonly name: string; readonly color: string | null; readonly icon: EnvironmentIcon | null }

/** An environment's icon on its colour; its first letter when it has none. The name stands beside it. */
export function EnvironmentMark({ environment, size = 20 }: { environment: Marked; size?: number }) {
  const { name, color, icon } = environment
  const Picture = icon ? environmentPictures[icon] : undefined
  return (
    <span
      aria-hidden
      className="grid shrink-0 place-items-center rounded-small font-semibold text-on-brand"
      style={{
        width: size,
        height: size,
        fontSize: size * 0.55,
        background: brandOf(color ?? defaultColour, 'light').fill,
      }}
    >
      {Picture ? <Picture size={Math.round(size * 0.62)} /> : ([...name.trim()][0] ?? '').toUpperCase()}
    </span>
  )
}
