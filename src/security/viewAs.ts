import * as z from 'zod/mini'
import { idSchema } from '#security/role.ts'

/** Duration of a view as another member, in minutes; a further view has to be started again, which is logged again. */
export const viewAsMinutes = 60

/** `POST /security/v1/{envid}/viewas`. */
export const viewAsSchema = z.strictObject({ member_id: idSchema })

export type ViewAsRecord = { readonly member: { readonly id: string; readonly name: string }; readonly until: string }
