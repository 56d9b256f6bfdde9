import { useParams } from '@tanstack/react-router'
import { PersonLog } from '#audit/web/PersonLog.tsx'
import { UserManagePage } from '#accounts/web/administration/UserManagePage.tsx'
import { UserPage } from '#accounts/web/administration/UserPage.tsx'

/** One person; the router has let only a uuid through. */
export function UserRoute() {
  const { userid = '' } = useParams({ strict: false }) as { userid?: string }
  return <UserPage key={userid} id={userid} />
}

export function UserManageRoute() {
  const { userid = '' } = useParams({ strict: false }) as { userid?: string }
  return <UserManagePage key={userid} id={userid} events={<PersonLog id={userid} />} />
}
