import type { BaseContext } from '#platform/server/context.ts'
import type { SecretSeal } from '#platform/server/seal.ts'

/**
 * Re-encrypts stored secrets under the present secret, so that the former secret can be dropped. A value that neither
 * secret opens stays unchanged: its person has recovery codes.
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
    // A secret that its person replaced meanwhile is left as it is.
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
