import { useMe } from '#accounts/web/me.client.ts'
import { useEnvironment } from '#environments/web/environments.client.ts'

/** Product ruling 2.16: definitions are changed by administrators, and only with developer mode on. */
export type Maker = 'maker' | 'needsDeveloperMode' | 'noAdministrator'

/** Whether the person may change the definitions of an environment, and if not, what is missing; undefined while unknown. */
export function useMaker(environmentId: string): Maker | undefined {
  const { data: me } = useMe()
  const { data: environment } = useEnvironment(environmentId)
  if (!me || !environment) return undefined
  if (!environment.administrator) return 'noAdministrator'
  return me.developermode ? 'maker' : 'needsDeveloperMode'
}
