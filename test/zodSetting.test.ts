import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('zod, which pages load late, keeps to the setting that the page made before: no code at run time', () => {
  const script = `
    Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
    const z = await import('zod/mini')
    process.stdout.write(String(z.config().jitless))`
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  expect([run.stdout, run.stderr]).toEqual(['true', ''])
})
