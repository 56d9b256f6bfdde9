import { drivers, type Driver } from '../../src/platform/server/database/database.ts'

const wanted = process.env['DATABASE_DRIVER']

/** The way in which this run's statements travel: `pg` in the project `server-pg`, our own wire in all others. */
export const driver: Driver = drivers.find((each) => each === wanted) ?? 'wire'
