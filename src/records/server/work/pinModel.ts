import type { Model } from '#entities/model.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'

/** The definitions are others than those by which it was made out what is to be written. */
export class ModelChanged extends Error {}

/**
 * The context for a write whose values were made out by a snapshot of the definitions: it goes by definitions of that version,
 * or not at all (`Redefined`). The statement that writes reads their version beside its own work, so no change of them comes
 * in between.
 */
export function pinModel<Context extends RecordsContext>(context: Context, { version }: Model): Context {
  const { models } = context
  const held = (found: Promise<Model>) =>
    found.then((model) => {
      if (model.version !== version) throw new ModelChanged()
      return model
    })
  return {
    ...context,
    models: {
      current: (environment) => held(models.current(environment)),
      fresh: (environment) => held(models.fresh(environment)),
      reload: (environment) => held(models.reload(environment)),
    },
  }
}
