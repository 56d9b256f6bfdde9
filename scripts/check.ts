import { runChecks } from './run/checks.ts'
import { runVitest } from './run/suites.ts'

// The quick loop: types, lint, format, unused code and the pure tests.
const checks = await runChecks()
const unit = await runVitest('pure')
const failed = checks.filter((result) => !result.passed).length + unit.failed
console.log(failed === 0 ? 'All checks hold.' : `${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
