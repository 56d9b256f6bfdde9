import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** One named command of a run. */
export type Step = {
  readonly name: string
  readonly command: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

export type StepResult = {
  readonly name: string
  readonly passed: boolean
  readonly seconds: number
  readonly output: string
}

export const root = join(import.meta.dirname, '..', '..')

/** Runs a tool of node_modules (or `node`) and collects its output. A tool that cannot start has failed. */
export function runStep({ name, command, environment = {} }: Step): Promise<StepResult> {
  const begin = Date.now()
  const [program = '', ...parameters] = command
  const executable = program === 'node' ? process.execPath : join(root, 'node_modules', '.bin', program)
  return new Promise((resolve) => {
    const output: string[] = []
    const end = (passed: boolean) =>
      resolve({ name, passed, seconds: (Date.now() - begin) / 1000, output: output.join('').trim() })
    const child = spawn(executable, parameters, {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    child.stdout.on('data', (chunk) => output.push(String(chunk)))
    child.stderr.on('data', (chunk) => output.push(String(chunk)))
    child.once('error', (error) => {
      output.push(error.message)
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })
}

/** Prints one line for a step, and the output of a failed step. */
export function tell({ name, passed, seconds, output }: StepResult, note = ''): void {
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s  ${note}`.trimEnd())
  if (!passed) console.log(indented(output))
}

function indented(text: string): string {
  const lines = text.split('\n')
  const shown = lines.length > 120 ? [...lines.slice(0, 60), '...', ...lines.slice(-60)] : lines
  return shown.map((line) => `     ${line}`).join('\n')
}
