import { buildWeb } from '../src/main/webBuild.ts'

// The web app in dist/web, unless it is there as its sources are.
await buildWeb((line) => console.log(line))
