/** What the concepts above may use of the definitions' server side: their store and the snapshots of this process. */
export { loadModel, saveModel } from '#entities/server/entities.store.ts'
export { applyFor, expectedVersion, sayable, type Body } from '#entities/server/definitionCalls.ts'
export type { Models } from '#entities/server/model.ts'
