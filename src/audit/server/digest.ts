import { hash } from 'node:crypto'
import type { Digest } from '#audit/chain.ts'

/** SHA-256, in hex. */
export const digest: Digest = (text) => hash('sha256', text)
