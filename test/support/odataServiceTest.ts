import { openDatabase } from '../../src/platform/server/database/database.ts'
import { driver } from './driver.ts'
import { emptyDatabase } from './database.ts'
import { openService, type SendService, type ServiceAnswer } from './odataService.ts'

export type TestService = { readonly send: SendService; readonly close: () => Promise<void> }

/** The reference service on a database of its own. */
export async function openServiceOn(name: string): Promise<TestService> {
  const own = await emptyDatabase(name)
  const database = openDatabase({ driver, connectionString: own.connectionString, connections: 3 })
  return {
    send: await openService(database),
    async close() {
      await database.stop()
      await own.drop()
    },
  }
}

/** Status, code and place of a refusal; where it holds one problem, of that. */
export function refusalOf({ status, body }: ServiceAnswer): readonly unknown[] {
  const {
    code,
    target,
    details = [],
  } = body['error'] as Record<string, unknown> & { details?: { code: string; target: string }[] }
  const [first] = details
  return [status, first?.code ?? code, first?.target ?? target]
}
