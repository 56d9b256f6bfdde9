import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { MemberContext } from '#environments/server/environments.ts'
import { wordIndexOf } from '#tables/wordIndex.ts'

/** Which of a snapshot's entities have their index of words, as it was last seen. */
type Seen = {
  /** The entities by the names of their indexes. */
  readonly wanted: ReadonlyMap<string, EntityDefinition>
  readonly indexed: ReadonlySet<string>
  readonly at: number
}

type Asker = Pick<MemberContext, 'database' | 'environment' | 'now'>

const none: ReadonlySet<string> = new Set()
const seen = new WeakMap<Model, Seen>()
/** How soon an index that is being built is looked for again, in milliseconds. */
const patience = 1000

/**
 * The entities of a snapshot that full-text search can answer for. An index once there stays as long as the snapshot; where
 * none is wanted, or all are there, nothing is asked. The same set is answered until another index is there.
 */
export function indexedEntities(context: Asker, model: Model): ReadonlySet<string> | Promise<ReadonlySet<string>> {
  const known = seen.get(model)
  if (known === undefined) return look(context, model, undefined)
  const isWhole = known.indexed.size === known.wanted.size
  return isWhole || context.now().getTime() - known.at < patience ? known.indexed : look(context, model, known)
}

async function look(
  { database, environment, now }: Asker,
  model: Model,
  known: Seen | undefined,
): Promise<ReadonlySet<string>> {
  const wanted = known?.wanted ?? wantedBy(model)
  const at = now().getTime()
  const names = wanted.size === 0 ? [] : await validAmong(database, environment.schema, [...wanted.keys()])
  const found = names.flatMap((name) => wanted.get(name)?.id ?? [])
  const former = known?.indexed ?? none
  const indexed = found.length === former.size ? former : new Set(found)
  seen.set(model, { wanted, indexed, at })
  return indexed
}

function wantedBy(model: Model): ReadonlyMap<string, EntityDefinition> {
  return new Map(
    [...model.entities.values()].flatMap((entity) => {
      const index = wordIndexOf(entity)
      return index ? [[index.name, entity] as const] : []
    }),
  )
}

async function validAmong(
  database: MemberContext['database'],
  schema: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const rows = await database.query<{ name: string }>({
    text: `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relname = any($2) and i.indisvalid`,
    values: [schema, names],
  })
  return rows.map(({ name }) => name)
}
