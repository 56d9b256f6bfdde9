import { ShieldCheck, Users } from 'lucide-react'
import type { NavigationLine } from '#environments/web/navigation.ts'

export const securityLines: readonly NavigationLine[] = [
  { path: '/users', text: 'access.people', Icon: Users, section: 'people', may: ['manage-users'], order: 10 },
  { path: '/role', text: 'access.roles', Icon: ShieldCheck, section: 'people', may: ['manage-roles'], order: 20 },
]
