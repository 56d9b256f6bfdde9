import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './run/browser.ts'
import { runChecks } from './run/checks.ts'
import { root, runStep, tell } from './run/step.ts'
import { runPlaywright, runVitest, type Counts } from './run/suites.ts'

// Everything, on a bare clone: checks, unit, server and web tests, the build of the web app, the user stories in a browser.
const begin = Date.now()
let passed = 0
let failed = 0

if (!process.env['ODATA_ABNF']) console.log('ODATA_ABNF is not set: the official OData cases are skipped.')

for (const check of await runChecks()) add({ passed: Number(check.passed), failed: Number(!check.passed) })
for (const project of ['pure', 'server', 'web']) add(await runVitest(project))

const built = await runStep({ name: 'build of the web app', command: ['vite', 'build', '--logLevel', 'warn'] })
tell(built)
add({ passed: Number(built.passed), failed: Number(!built.passed) })
if (hasStories()) add(await runStories())

const seconds = Math.round((Date.now() - begin) / 1000)
console.log(`\n${seconds} s in all`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

function add(counts: Pick<Counts, 'passed' | 'failed'>): void {
  passed += counts.passed
  failed += counts.failed
}

function hasStories(): boolean {
  const folder = join(root, 'test', 'e2e')
  return existsSync(folder) && readdirSync(folder).some((name) => /\.(spec|test)\.ts$/.test(name))
}

async function runStories(): Promise<Pick<Counts, 'passed' | 'failed'>> {
  const browser = ensureBrowser()
  if (browser) return runPlaywright(browser)
  console.log('FAIL browser tests: there is no Chromium or Chrome; install one, or name it in LINTEL_BROWSER.')
  return { passed: 0, failed: 1 }
}
