import { loadModel, loadVersions } from '#entities/server/entities.store.ts'
import type { Model } from '#entities/model.ts'
import type { Database } from '#platform/server/database/database.ts'

type Place = { readonly id: string; readonly schema: string }

/** The snapshots of the environments' definitions that this process holds. */
export type Models = {
  /** The snapshot held, loaded when there is none; it may be old, which data statements find out by themselves. */
  current(environment: Place): Promise<Model>
  /** The snapshot held if the database still says its versions, else a new one. */
  fresh(environment: Place): Promise<Model>
  /** A new snapshot. */
  reload(environment: Place): Promise<Model>
  /** Takes over a snapshot that is known to be in force. */
  publish(environment: Place, model: Model): void
  invalidate(environmentId: string): void
}

/** How many environments one process keeps in mind. */
const held = 500

export function modelsOf(database: Database): Models {
  const models = new Map<string, Model>()
  const loading = new Map<string, Promise<Model>>()

  const publish = ({ id }: Place, model: Model): Model => {
    const known = models.get(id)
    // A load that began before a change may end after it.
    if (known && (known.version > model.version || known.accessVersion > model.accessVersion)) return known
    models.delete(id)
    models.set(id, model)
    const [oldest] = models.keys()
    if (models.size > held && oldest !== undefined) models.delete(oldest)
    return model
  }
  const load = (environment: Place): Promise<Model> =>
    loadModel(database, environment.schema).then((model) => publish(environment, model))

  return {
    async current(environment) {
      const known = models.get(environment.id)
      if (known) return known
      const running = loading.get(environment.id)
      if (running) return running
      const started = load(environment).finally(() => loading.delete(environment.id))
      loading.set(environment.id, started)
      return started
    },
    async fresh(environment) {
      const known = models.get(environment.id)
      if (!known) return load(environment)
      const { version, accessVersion } = await loadVersions(database, environment.schema)
      return known.version === version && known.accessVersion === accessVersion ? known : load(environment)
    },
    reload: load,
    publish: (environment, model) => void publish(environment, model),
    invalidate: (environmentId) => void models.delete(environmentId),
  }
}
