import { spawnSync } from 'node:child_process'

// `node test/oracle/access.ts 10000`: the oracle of rights with as many questions; `SEED` asks other ones.
const [asked = '10000'] = process.argv.slice(2)
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'server', 'test/server/accessOracle.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, ACCESS_TUPLES: asked },
})
process.exit(status ?? 1)
