import { hash, verify } from '@node-rs/argon2'

let decoy: Promise<string> | undefined

/** The argon2id hash of a password, with the parameters of the OWASP cheat sheet (19 MiB, 2 passes, 1 lane). */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
}

/**
 * Whether the password matches the hash. Without a hash the same work is done and the result is false, so that the
 * duration reveals nothing.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const known = stored ?? (await (decoy ??= hashPassword('nobody has this password')))
  const holds = await verify(known, password.normalize('NFKC'))
  return holds && stored !== null && stored !== undefined
}
