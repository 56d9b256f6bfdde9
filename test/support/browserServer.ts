import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storySecret } from './storySecret.ts'

// The server of the user stories: ours, on an empty data folder that goes when it ends.
const folder = mkdtempSync(join(tmpdir(), 'lintel-stories-'))
chmodSync(folder, 0o755)
process.env['DATA_FOLDER'] = folder
process.env['SECRET'] = storySecret
// The stories are about people.
process.env['DEMO_HOST'] ??= 'on'
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

await import('../../src/main/server.ts')
