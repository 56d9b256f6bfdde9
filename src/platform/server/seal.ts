import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps texts that must be read again so that the database alone does not tell them: AES-256-GCM. */
export type SecretSeal = {
  /** `place` binds what is kept to where it lies: moved to another place it does not open. */
  close(place: string, text: string): Buffer
  /** The text; throws when it was changed, lies elsewhere or was closed with another key. */
  open(place: string, sealed: Buffer): string
  /** The same closed with the present key; undefined where it is. Throws as `open` does. */
  renewed(place: string, sealed: Buffer): Buffer | undefined
}

const [ivLength, tagLength] = [12, 16]

/**
 * A seal whose key follows from the installation's secret, which no database holds; each use has a key of its own. What was
 * closed with the secret before the present one opens too, where that is given.
 */
export function sealOf(secret: string, use: string, previous?: string): SecretSeal {
  const present = underKey(keyOf(secret, use))
  const former = previous === undefined ? undefined : underKey(keyOf(previous, use))
  return {
    close: present.close,
    open(place, sealed) {
      try {
        return present.open(place, sealed)
      } catch (error) {
        if (!former) throw error
        return former.open(place, sealed)
      }
    },
    renewed(place, sealed) {
      try {
        present.open(place, sealed)
        return undefined
      } catch (error) {
        if (!former) throw error
        return present.close(place, former.open(place, sealed))
      }
    },
  }
}

function keyOf(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'lintel', use, 32))
}

function underKey(key: Buffer): Pick<SecretSeal, 'close' | 'open'> {
  return {
    close(place, text) {
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    open(place, sealed) {
      const iv = sealed.subarray(0, ivLength)
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength })
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
      return decipher.update(sealed.subarray(ivLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
