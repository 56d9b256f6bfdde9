import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { messages } from './scripts/viteMessages.ts'

// Server tests wait for PostgreSQL, timers and locks more than they compute: more of them than there are cores run at once.
const serverWorkers = Math.min(availableParallelism() + 1, 8)

const serverTests = ['src/**/server/**/*.test.ts', 'src/main/**/*.test.ts', 'test/server/**/*.test.ts']
const heavy = '**/*.heavy.test.ts'
const mocked = '**/*.mocked.test.ts'

/** Tests on a real PostgreSQL. */
const server = {
  globalSetup: ['test/support/embedded.ts'],
  setupFiles: ['test/support/seed.ts'],
  maxWorkers: serverWorkers,
  testTimeout: 40_000,
  hookTimeout: 90_000,
  // What is awaited comes at once on a machine that has nothing else to do.
  expect: { poll: { timeout: 8000 } },
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
          exclude: [mocked, heavy],
        },
      },
      {
        // Files that count calls of a module have processes of their own; none of them stands in for our own code.
        test: { ...server, name: 'server-mocked', include: [mocked] },
      },
      {
        // Killed processes, full disks, connections that break, ten thousand mutations: last, and one file at a time.
        test: {
          ...server,
          name: 'heavy',
          include: [heavy],
          maxWorkers: 1,
        },
      },
      {
        extends: true,
        plugins: [messages()],
        test: {
          name: 'web',
          // Files share a process; each leaves its window as it was.
          isolate: false,
          include: ['src/**/web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['test/support/patience.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
