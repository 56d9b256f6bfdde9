import { spawnSync } from 'node:child_process'

// `node test/oracle/odataNulls.ts 10000`: as many random filters over nulls against the reference; `SEED` asks other ones.
const [asked = '10000'] = process.argv.slice(2)
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'server', 'test/server/odataNulls.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, NULL_FILTERS: asked },
})
process.exit(status ?? 1)
