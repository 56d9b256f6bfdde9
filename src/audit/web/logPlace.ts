/** One of the logs: an environment's, or the installation's own. */
export type LogPlace = {
  /** Its part of the address of calls. */
  readonly id: string
  /** Its page. */
  readonly page: string
  /** What its entries are about, besides tables. */
  readonly about: 'record' | 'person'
}

/** The log of an environment is about its records. */
export function environmentLog(environmentId: string): LogPlace {
  return { id: environmentId, page: `/${environmentId}/audit`, about: 'record' }
}

/** The installation's log is about people. */
export const installationLog: LogPlace = { id: 'installation', page: '/users/audit', about: 'person' }
