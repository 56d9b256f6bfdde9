import * as z from 'zod/mini'
import { idSchema } from '#security/role.ts'

/** How long a view as another member lasts, in minutes; then it has to be begun anew, which is in the log again. */
export const viewAsMinutes = 60

/** `POST /security/v1/{envid}/viewas`. */
export const viewAsSchema = z.strictObject({ member_id: idSchema })

export type ViewAsRecord = { readonly member: { readonly id: string; readonly name: string }; readonly until: string }
