import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { messages } from './scripts/viteMessages.ts'

// Server tests wait for PostgreSQL, timers and locks more than they compute: more of them than there are cores run at once.
const serverWorkers = Math.min(availableParallelism() + 1, 8)

const serverTests = ['src/**/server/**/*.test.ts', 'src/main/**/*.test.ts', 'test/server/**/*.test.ts']
const heavy = '**/*.heavy.test.ts'
/** Files that replace or count the calls of a module, or need it loaded for the first time: a process for each. */
const isolated = '**/*.isolated.test.{ts,tsx}'

/** Tests on a real PostgreSQL. */
const server = {
  // Projects with other numbers of workers take turns when several are asked for at once.
  sequence: { groupOrder: 1 },
  globalSetup: ['test/support/embedded.ts'],
  setupFiles: ['test/support/seed.ts'],
  maxWorkers: serverWorkers,
  testTimeout: 40_000,
  hookTimeout: 90_000,
  // What is awaited comes at once on a machine that has nothing else to do.
  expect: { poll: { timeout: 8000 } },
}

const webTests = 'src/**/web/**/*.test.{ts,tsx}'
const web = { environment: 'happy-dom', setupFiles: ['test/support/patience.ts'], testTimeout: 60_000 }

function isolatedOf(pattern: string): string {
  return pattern.replace('*.test', '*.isolated.test')
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'pure',
          // Pure code keeps no state: its files share one process, which reads each module once.
          isolate: false,
          include: ['src/**/*.test.ts', 'test/*.test.ts', 'test/conformance/*.test.ts'],
          exclude: ['src/**/server/**', 'src/**/web/**', 'src/main/**'],
          setupFiles: ['test/support/seed.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          isolate: false,
          include: serverTests,
          exclude: [isolated, heavy],
        },
      },
      {
        test: { ...server, name: 'server-isolated', include: serverTests.map(isolatedOf) },
      },
      {
        // Killed processes, full disks, connections that break, ten thousand mutations: last.
        test: {
          ...server,
          name: 'heavy',
          sequence: { groupOrder: 2 },
          include: [heavy],
          maxWorkers: 2,
        },
      },
      {
        test: {
          // The contract of the database once more, with every statement sent by pg alone.
          ...server,
          name: 'server-pg',
          isolate: false,
          include: [
            'src/platform/server/database/*.test.ts',
            'test/server/records.test.ts',
            'test/server/odata.test.ts',
            'test/server/odataWrites.test.ts',
            'src/records/exchange/server/{import/import,export/identity}.test.ts',
          ],
          env: { DATABASE_DRIVER: 'pg' },
        },
      },
      {
        extends: true,
        plugins: [messages()],
        test: {
          ...web,
          name: 'web',
          // Files share a process; each leaves its window as it was.
          isolate: false,
          include: [webTests],
          exclude: [isolated],
        },
      },
      {
        extends: true,
        plugins: [messages()],
        test: { ...web, name: 'web-isolated', include: [isolatedOf(webTests)] },
      },
    ],
  },
})
