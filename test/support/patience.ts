import { configure } from '@testing-library/react'

// Much of a page is loaded when it is first shown, which takes a busy machine more than the usual second.
configure({ asyncUtilTimeout: 15_000 })
