import { loadModel, loadVersions } from '#entities/server/entities.store.ts'
import type { Model } from '#entities/model.ts'
import type { Database } from '#platform/server/database/database.ts'

type Place = { readonly id: string; readonly schema: string }

/** The cached model snapshots of this process, by environment. */
export type Models = {
  /** The cached snapshot, loaded on first use; possibly outdated, which data statements detect themselves. */
  current(environment: Place): Promise<Model>
  /** The cached snapshot where the database still has its versions, otherwise a new one. */
  fresh(environment: Place): Promise<Model>
  /** A new snapshot. */
  reload(environment: Place): Promise<Model>
  /** Caches a snapshot that is known to be current. */
  publish(environment: Place, model: Model): void
  invalidate(environmentId: string): void
}

/** Maximum number of cached environments per process. */
const held = 500

export function modelsOf(database: Database): Models {
  const models = new Map<string, Model>()
  const loading = new Map<string, Promise<Model>>()

  const publish = ({ id }: Place, model: Model): Model => {
    const known = models.get(id)
    // A load that began before a change may finish after it.
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
