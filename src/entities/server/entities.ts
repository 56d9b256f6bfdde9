/** The server-side interface of definitions for higher concepts: store and snapshots. */
export { loadModel, saveModel } from '#entities/server/entities.store.ts'
export { applyFor, expectedVersion, sayable, type Body } from '#entities/server/definitionCalls.ts'
export type { Models } from '#entities/server/model.ts'
