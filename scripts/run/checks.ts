import { runStep, tell, type Step, type StepResult } from './step.ts'

const types: readonly Step[] = ['pure', 'server', 'web', 'browser'].map((world) => ({
  name: `types: ${world}`,
  command: ['tsc', '-p', `tsconfig.${world}.json`],
}))

const code = ['src', 'scripts', 'bench', 'test', 'vite.config.ts', 'vitest.config.ts', 'playwright.config.ts']

const tools: readonly Step[] = [
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check', ...code] },
  { name: 'unused code', command: ['knip', '--no-progress'] },
]

/** Types in the three worlds at once, then lint, format and unused code: each a named step with its time. */
export async function runChecks(): Promise<StepResult[]> {
  const results = await Promise.all(types.map(runStep))
  for (const result of results) tell(result)
  for (const step of tools) {
    const result = await runStep(step)
    tell(result)
    results.push(result)
  }
  return results
}
