import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Job } from '#jobs/job.ts'
import { JobProgress } from '#jobs/web/JobProgress.tsx'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'

const initial = await loadLocale('en')
afterEach(cleanup)

const job: Job = {
  id: 'j',
  kind: 'bulkchange',
  title: { entity: 'Orders' },
  state: 'queued',
  progress: { done: 3, total: 9, phase: 'rows' },
  result: null,
  error: null,
  waits_for: null,
  cancelling: false,
  by_id: 'p',
  by: 'Ilze',
  attempt: 1,
  created_on: '2026-01-01T00:00:00Z',
  started_on: '2026-01-01T00:00:01Z',
  ended_on: null,
}

function show(shown: Job) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LanguageProvider initial={initial}>
        <JobProgress environmentId="e" job={shown} />
      </LanguageProvider>
    </QueryClientProvider>,
  )
}

test('a job that was handed back says what it waits for, and that it goes on by itself', () => {
  show({ ...job, waits_for: { code: 'server.diskFull', parameters: {} } })
  const text = /disk of the server is nearly full.*goes on by itself/
  expect(screen.getByText(text)).toBeTruthy()
})

test('a job that only waits for its turn says no more than that', () => {
  show(job)
  expect(screen.queryByText(/goes on by itself/)).toBeNull()
})
