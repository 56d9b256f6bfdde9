import { sharedNames } from './run/sharedNames.ts'

// Prints the exported names that are found in several files; test/sharedNames.test.ts holds the list.
for (const { name, files } of sharedNames()) console.log(`${name}\n  ${files.join('\n  ')}`)
