import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** An installed Chromium or Chrome; on Debian as root the package is installed when there is none. */
export function ensureBrowser(): string | undefined {
  return findBrowser() ?? (installChromium() ? findBrowser() : undefined)
}

function findBrowser(): string | undefined {
  const given = process.env['LINTEL_BROWSER']
  if (given) return given
  const folders = (process.env['PATH'] ?? '').split(delimiter).concat('/usr/bin', '/snap/bin')
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...places].find((file) =>
    existsSync(file),
  )
}

function installChromium(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  console.log('No Chromium or Chrome found: installing the package chromium ...')
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  spawnSync('apt-get', ['update'], options)
  return spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options).status === 0
}
