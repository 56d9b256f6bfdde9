import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { cloneDatabase, dropDatabase, nameOf } from './template.ts'

export type TestDatabase = {
  readonly connectionString: string
  /** Drops it early; whatever is left is dropped at the end of the run. */
  drop(): Promise<void>
}

/** A fresh database with our schema for one test file: `const database = await testDatabase()`. `name` only helps a reader of logs. */
export async function testDatabase(name = 'test'): Promise<TestDatabase> {
  const problem = inject('templateProblem')
  if (problem !== undefined) throw new Error(`The schema could not be made: ${problem}`)
  return clone(nameOf(inject('templateDatabase')), name)
}

/** A fresh database with nothing in it. */
export async function emptyDatabase(name = 'empty'): Promise<TestDatabase> {
  return clone('template1', name)
}

async function clone(origin: string, name: string): Promise<TestDatabase> {
  const template = inject('templateDatabase')
  const readable = name.toLowerCase().replaceAll(/\W/g, '_').slice(0, 20)
  const own = `${nameOf(template)}_${readable}_${randomBytes(4).toString('hex')}`
  const connectionString = await cloneDatabase(template, origin, own)
  return { connectionString, drop: () => dropDatabase(connectionString) }
}
