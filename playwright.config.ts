import { defineConfig } from '@playwright/test'

const port = Number(process.env['LINTEL_E2E_PORT'] ?? 4310)
const executablePath = process.env['LINTEL_BROWSER'] ?? '/usr/bin/chromium'
// Chromium's own sandbox does not work for root.
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** User stories in a real browser against a server of their own with an empty data folder. */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: '.lintel/test-results',
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // Stories share a server, but no person, environment or mail.
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    // Traces cost a third of the time; `--trace on` makes them of a story that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args },
  },
  webServer: {
    command: `node test/support/browserServer.ts`,
    env: { PORT: String(port), LOG_LEVEL: 'warn', DEMO_HOST: 'on' },
    url: `http://localhost:${port}/`,
    timeout: 120_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
