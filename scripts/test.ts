import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './run/browser.ts'
import { runChecks } from './run/checks.ts'
import { root, runStep, tell, type StepResult } from './run/step.ts'
import { runPlaywright, runVitest, type Outcome } from './run/suites.ts'

// Everything, on a bare clone: checks, unit, server and web tests, the build of the web app, the user stories in a browser,
// and last what kills and breaks servers, which `npm test -- quick` leaves out.
const isQuick = process.argv.includes('quick')
const begin = Date.now()
let passed = 0
let failed = 0
const failures: string[] = []

if (!process.env['ODATA_ABNF']) console.log('ODATA_ABNF is not set: the official OData cases are skipped.')

for (const check of await runChecks()) addStep(check)
// Before the tests, whose servers then find it made.
const built = await runStep({ name: 'build of the web app', command: ['node', 'scripts/build.ts'] })
tell(built)
addStep(built)
const weighed = await runStep({ name: 'weight of the web app', command: ['node', 'scripts/webSize.ts'] })
tell(weighed)
addStep(weighed)
for (const project of ['pure', 'server', 'server-isolated', 'server-pg', 'web', 'web-isolated'])
  add(await runVitest(project))
if (hasStories()) add(await runStories())
if (isQuick) console.log('Left out: the heavy tests, of killed processes, full disks and broken connections.')
else add(await runVitest('heavy'))

const seconds = Math.round((Date.now() - begin) / 1000)
for (const failure of failures) console.log(`FAIL ${failure}`)
console.log(`\n${seconds} s in all`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

function add(outcome: Pick<Outcome, 'passed' | 'failed' | 'failures'>): void {
  passed += outcome.passed
  failed += outcome.failed
  failures.push(...outcome.failures)
}

function addStep({ name, passed: holds }: StepResult): void {
  add({ passed: Number(holds), failed: Number(!holds), failures: holds ? [] : [name] })
}

function hasStories(): boolean {
  const folder = join(root, 'test', 'e2e')
  return existsSync(folder) && readdirSync(folder).some((name) => /\.(spec|test)\.ts$/.test(name))
}

async function runStories(): Promise<Pick<Outcome, 'passed' | 'failed' | 'failures'>> {
  const browser = ensureBrowser()
  if (browser) return runPlaywright(browser)
  console.log('FAIL browser tests: there is no Chromium or Chrome; install one, or name it in LINTEL_BROWSER.')
  return { passed: 0, failed: 1, failures: ['browser tests: no browser'] }
}
