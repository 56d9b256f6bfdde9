import type { Me } from '#accounts/account.ts'
import { pictureBytes, type PictureType } from '#accounts/picture.ts'
import type { AccountDeps, UserContext } from '#accounts/server/accounts.ts'
import { readMe } from '#accounts/server/profile/profile.ts'
import { readUser } from '#accounts/server/administration/users.ts'
import { fault, refuseIf } from '#faults/fault.ts'

export type StoredPicture = { readonly type: PictureType; readonly bytes: Buffer; readonly version: string }

/**
 * Stores a person's picture. The first bytes decide the type, regardless of the file name. Fault: `validation.picture`.
 */
export async function keepPicture(context: UserContext, deps: AccountDeps, bytes: Buffer): Promise<Me> {
  const type = typeOf(bytes)
  if (!type || bytes.length > pictureBytes) {
    refuseIf([{ code: 'validation.picture', target: 'picture', parameters: { kilobytes: pictureBytes / 1024 } }])
  }
  await context.database.execute({
    text: `insert into lintel.picture (user_id, type, bytes, version) values ($1, $2, $3, $4)
      on conflict (user_id) do update set type = excluded.type, bytes = excluded.bytes, version = excluded.version`,
    values: [context.session.user.id, type, bytes, context.newId()],
  })
  return readMe(context, deps)
}

export async function removePicture(context: UserContext, deps: AccountDeps): Promise<Me> {
  await context.database.execute({
    text: 'delete from lintel.picture where user_id = $1',
    values: [context.session.user.id],
  })
  return readMe(context, deps)
}

/** The picture of a person whom the asker may know of; `user.unknown` otherwise and without one. */
export async function readPicture(context: UserContext, deps: AccountDeps, id: string): Promise<StoredPicture> {
  await readUser(context, deps, id)
  const [picture] = await context.database.query<StoredPicture>({
    text: 'select type, bytes, version from lintel.picture where user_id = $1',
    values: [id],
  })
  if (!picture) throw fault('user.unknown')
  return picture
}

function typeOf(bytes: Buffer): PictureType | undefined {
  const head = bytes.subarray(0, 12).toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp'
  return undefined
}
