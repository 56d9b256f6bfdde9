import { sharedNames } from './run/sharedNames.ts'

// Prints the exported names that several files share; test/sharedNames.test.ts checks the list.
for (const { name, files } of sharedNames()) console.log(`${name}\n  ${files.join('\n  ')}`)
