import type { BaseContext } from '#platform/server/context.ts'
import type { SecretSeal } from '#platform/server/seal.ts'

/**
 * Closes with the present secret what lies in the database under the one before it, so that the former may be forgotten.
 * What neither opens stays as it is: its person has recovery codes.
 */
export async function sealAnew(
  { database, log }: Pick<BaseContext, 'database' | 'log'>,
  seal: SecretSeal,
): Promise<number> {
  const kept = await database.query<{ id: string; secret: Buffer }>({
    text: 'select user_id as id, secret from lintel.totp',
  })
  let count = 0
  for (const { id, secret } of kept) {
    const renewed = renewedOr(seal, id, secret)
    if (!renewed) continue
    // Whoever sets an app up meanwhile keeps the new one.
    count += await database.execute({
      text: 'update lintel.totp set secret = $2 where user_id = $1 and secret = $3',
      values: [id, renewed, secret],
    })
  }
  log.info(`SECRET_PREVIOUS: ${count} of ${kept.length} secrets of authenticator apps were sealed anew`)
  return count
}

function renewedOr(seal: SecretSeal, place: string, sealed: Buffer): Buffer | undefined {
  try {
    return seal.renewed(place, sealed)
  } catch {
    return undefined
  }
}
