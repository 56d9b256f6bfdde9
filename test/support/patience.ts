import { cleanup, configure } from '@testing-library/react'
import { afterAll } from 'vitest'

// Much of a page is loaded when it is first shown, which takes a busy machine more than the usual second.
configure({ asyncUtilTimeout: 15_000 })

// Files share a window: the next one finds nothing of this one's on the page.
afterAll(cleanup)
