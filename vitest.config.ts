import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { messages } from './scripts/viteMessages.ts'

// Server tests wait for PostgreSQL, timers and locks more than they compute: more of them than there are cores run at once.
const serverWorkers = Math.min(availableParallelism() + 1, 8)

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
          name: 'server',
          include: ['src/**/server/**/*.test.ts', 'src/main/**/*.test.ts', 'test/server/**/*.test.ts'],
          globalSetup: ['test/support/embedded.ts'],
          setupFiles: ['test/support/seed.ts'],
          maxWorkers: serverWorkers,
          testTimeout: 40_000,
          hookTimeout: 90_000,
          // What is awaited comes at once on a machine that has nothing else to do.
          expect: { poll: { timeout: 8000 } },
        },
      },
      {
        test: {
          // The contract of the database once more, with every statement sent by pg alone.
          name: 'server-pg',
          include: [
            'src/platform/server/database/*.test.ts',
            'test/server/records.test.ts',
            'test/server/odata.test.ts',
            'test/server/odataWrites.test.ts',
            'src/records/exchange/server/{import/import,export/identity}.test.ts',
          ],
          env: { DATABASE_DRIVER: 'pg' },
          globalSetup: ['test/support/embedded.ts'],
          setupFiles: ['test/support/seed.ts'],
          maxWorkers: serverWorkers,
          testTimeout: 40_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 8000 } },
        },
      },
      {
        extends: true,
        plugins: [messages()],
        test: {
          name: 'web',
          include: ['src/**/web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['test/support/patience.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
