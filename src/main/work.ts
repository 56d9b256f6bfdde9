import { fault } from '#faults/fault.ts'
import type { Models } from '#entities/server/model.ts'
import type { FindMemberAtWork } from '#main/memberAtWork.ts'
import type { ImportDeps } from '#records/exchange/server/import/deps.ts'
import { undoImport } from '#records/exchange/server/import/imports.ts'
import type { WorkDeps } from '#records/server/work/deps.ts'

export type WorkOptions = {
  readonly models: Models
  readonly memberAtWork: FindMemberAtWork
  readonly imports: ImportDeps
  readonly secret: string
  readonly wake: () => void
}

/** Dependencies of work on many records: members and imports. */
export function workDeps({ models, memberAtWork, imports, secret, wake }: WorkOptions): WorkDeps {
  return {
    secret,
    wake,
    undoImport: (context, id) => undoImport(context, imports, id),
    async contextOf(place, memberId, cause, timeZone) {
      const member = await memberAtWork(place, { memberId, cause, timeZone })
      if (!member) throw fault('job.personLeft')
      return { ...member, models }
    },
  }
}
