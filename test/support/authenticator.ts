import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const origin = 'http://localhost:3000'
const host = 'localhost'
/** Someone was there, and was recognised. */
const recognised = 0x05
const withKey = 0x40

/** What keeps one passkey, as a phone or a stick does (WebAuthn level 3, ES256, no attestation). */
export function newAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0

  const authData = (flags: number, more: Buffer = Buffer.alloc(0)) => {
    const numbers = Buffer.alloc(5)
    numbers.writeUInt8(flags)
    numbers.writeUInt32BE(++counter, 1)
    return Buffer.concat([sha256(host), numbers, more])
  }
  const wire = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    response,
    clientExtensionResults: {},
  })
  return {
    id: id.toString('base64url'),
    /** Makes the passkey, as `navigator.credentials.create` answers. */
    make(challenge: string) {
      const length = Buffer.from([0, id.length])
      const data = authData(recognised | withKey, Buffer.concat([Buffer.alloc(16), length, id, coseKey(x, y)]))
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        Buffer.from([data.length >> 8, data.length & 0xff]),
        data,
      ])
      return wire({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    /** Answers a challenge, as `navigator.credentials.get` does. */
    answer(challenge: string) {
      const client = clientData('webauthn.get', challenge)
      const data = authData(recognised)
      return wire({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      })
    },
  }
}

function coseKey(x: string, y: string): Buffer {
  const [head, between] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')]
  return Buffer.concat([head, Buffer.from(x, 'base64url'), between, Buffer.from(y, 'base64url')])
}

function clientData(type: string, challenge: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function sha256(of: string | Buffer): Buffer {
  return createHash('sha256').update(of).digest()
}
