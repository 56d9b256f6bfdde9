import { writeFileSync } from 'node:fs'
import { roomsPage } from './run/rooms.ts'

// Rewrites docs/rooms.md.
writeFileSync(new URL('../docs/rooms.md', import.meta.url), roomsPage())
