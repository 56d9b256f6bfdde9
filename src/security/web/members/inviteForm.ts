import * as z from 'zod/mini'
import { inviteSchema } from '#security/invite.ts'

/** What is typed and chosen in the form of an invite. */
export type InviteValues = Readonly<Record<'email' | 'role_id' | 'unit_id' | 'team_id' | 'days' | 'uses', string>>

/** The values of the form as the call takes them: to an address, or open to whoever has the code. */
export const inviteForm = { mail: formOf(mailed), open: formOf(opened) }

function formOf(draftOf: (values: InviteValues) => object) {
  const drafted = z.transform((values: InviteValues) => known(draftOf(values)) as z.input<typeof inviteSchema>)
  return z.pipe(drafted, inviteSchema)
}

function mailed({ email, ...values }: InviteValues): object {
  const { uses: _uses, ...draft } = opened({ ...values, email: '' })
  return { ...draft, email: email.trim() }
}

function opened({ role_id, unit_id, team_id, days, uses }: InviteValues) {
  return { role_id, unit_id, team_id, days: numberOf(days), uses: numberOf(uses) }
}

function numberOf(text: string): number {
  return text === '' ? Number.NaN : Number(text)
}

/** Without what was not chosen: the call says no more than it must. */
function known(draft: object): object {
  return Object.fromEntries(Object.entries(draft).filter(([name, value]) => name === 'email' || value !== ''))
}
