import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { client, graphProvider, openidProvider } from './providers.ts'
import { storySecret } from './storySecret.ts'

// The server of the user stories: ours, on an empty data folder that goes when it ends.
const folder = mkdtempSync(join(tmpdir(), 'lintel-stories-'))
chmodSync(folder, 0o755)
process.env['DATA_FOLDER'] = folder
process.env['SECRET'] = storySecret
// The stories are about people.
process.env['DEMO_HOST'] ??= 'on'
// People may also come by providers, who live on this machine.
const acme = await openidProvider([`http://localhost:${process.env['PORT']}/auth/external/oidc`])
const facebook = await graphProvider()
Object.assign(process.env, {
  OIDC_NAME: 'Acme',
  OIDC_ISSUER: acme.address,
  OIDC_CLIENT_ID: client.id,
  OIDC_CLIENT_SECRET: client.secret,
  FACEBOOK_DIALOG: `${facebook.address}/dialog`,
  FACEBOOK_GRAPH: facebook.address,
  FACEBOOK_CLIENT_ID: client.id,
  FACEBOOK_CLIENT_SECRET: client.secret,
  OUTBOUND_ALLOW: '127.0.0.1',
})
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

await import('../../src/main/server.ts')
