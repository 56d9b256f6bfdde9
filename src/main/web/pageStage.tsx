import { RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { autoFormats } from '#language/formats.ts'
import { LanguageProvider } from '#language/web/language.tsx'
import { createPages } from '#main/pages.tsx'
import { queries } from '#main/web/queries.ts'

// For the tests of pages: nothing of the app imports this file.

/** Who is signed in: a maker with a month of the trial left. */
export const samplePerson = {
  id: '0190a4c2-7a3b-7c4d-8e5f-000000000009',
  firstname: 'Ana',
  lastname: 'Torres',
  developermode: true,
  status: 'active by email',
  picture: null,
  ...autoFormats,
  trial_ends_on: new Date(Date.now() + 29.5 * 86_400_000).toISOString(),
}

export const sampleEnvironment = {
  id: '0190a4c2-7a3b-7c4d-8e5f-000000000001',
  name: 'Nordwind',
  uri: 'nordwind',
  region: 'eu',
  color: '#15803d',
  icon: null,
  role: 'Administrator',
  administrator: true,
  createdbyme: true,
  company: null,
  description: null,
  version: 1,
}

/** Opens a path as the browser would, with the real routes and guards. */
export function openPage(path: string) {
  window.history.pushState(null, '', path)
  queries.clear()
  const pages = createPages()
  render(
    <LanguageProvider>
      <RouterProvider router={pages} />
    </LanguageProvider>,
  )
  return pages
}
