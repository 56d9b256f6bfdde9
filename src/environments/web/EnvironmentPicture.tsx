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

/** The picture of an icon. */
export function EnvironmentPicture({ icon, size }: { icon: EnvironmentIcon; size: number }) {
  const Picture = environmentPictures[icon]
  return <Picture size={size} />
}
