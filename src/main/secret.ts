import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#main/config.ts'

/**
 * The secret that signs cookies and security tokens: the configured secret, or the data folder's (0600, created once).
 */
export async function readSecret(config: Pick<Config, 'secret' | 'dataFolder'>): Promise<string> {
  if (config.secret !== undefined) return config.secret
  const file = join(config.dataFolder, 'secret')
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  if (kept !== undefined) return kept.trim()
  await mkdir(config.dataFolder, { recursive: true })
  const own = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(own, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flush: true })
  // A link never replaces: of two processes that start at once, both read the secret of the first.
  await link(own, file).catch(() => undefined)
  await rm(own, { force: true })
  return (await readFile(file, 'utf8')).trim()
}
