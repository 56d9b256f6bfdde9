import { buildWeb } from '../src/main/webBuild.ts'

// Builds the web app into dist/web, unless the present build matches the sources.
await buildWeb((line) => console.log(line))
