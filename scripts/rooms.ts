import { writeFileSync } from 'node:fs'
import { roomsPage } from './run/rooms.ts'

// Makes docs/rooms.md anew.
writeFileSync(new URL('../docs/rooms.md', import.meta.url), roomsPage())
