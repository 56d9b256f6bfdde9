import { dependentLookups } from '#entities/dependentLookups.ts'
import { Fault, fault } from '#faults/fault.ts'
import { translateFor } from '#language/server/texts.ts'
import type { Concerned, Consequence, ManyConsequences } from '#records/consequence.ts'
import { serviceOf } from '#records/odataModel.ts'
import { foresee, type CascadeContext } from '#records/server/recordDependents.ts'
import type { ImportActor, UndoDeps } from '#records/exchange/server/import/deps.ts'
import { visibleImport } from '#records/exchange/server/import/imports.ts'
import { readBatches } from '#records/server/events/eventRows.ts'

/** How many records of an import are looked at: the last that it made. */
const most = 10_000
const kinds = ['gone', 'held', 'cleared'] as const

/**
 * What the undo of an import would do to records of others, without doing it; `held` would refuse it. Faults:
 * `import.unknown`, `import.state`.
 */
export async function undoImpact(actor: ImportActor, deps: UndoDeps, id: string): Promise<ManyConsequences> {
  const row = await visibleImport(actor, id)
  if (row.state !== 'done') throw fault('import.state')
  const { schema } = actor.environment
  const [context, model] = await Promise.all([deps.recordsOf(actor), deps.readModel(actor)])
  const place = { uri: 'undo', schema, collation: '"C"', translate: translateFor('en') }
  const ground: CascadeContext = { context, model, service: serviceOf(model, place) }
  const { made, looked, more } = await madeBy(actor, row.id)
  const found: Consequence[] = []
  let isMore = more
  for (const [entityId, ids] of made) {
    const entity = model.entities.get(entityId)
    if (!entity || dependentLookups(model, entityId).length === 0) continue
    // Tables that the import filled point to each other by what it made, which goes anyway.
    const others = [...made.keys()].filter((each) => each !== entityId).map((each) => model.entities.get(each)?.uri)
    const told = await foresee(ground, entity, ids).catch((error: unknown) => {
      const code = error instanceof Fault ? error.code : undefined
      if (code === 'record.tooManyDependants') isMore = true
      else if (code !== 'record.unknown') throw error
    })
    if (!told) continue
    const foreign = (some: readonly Concerned[]) => some.filter(({ entity: uri }) => !others.includes(uri))
    found.push({ gone: foreign(told.gone), held: foreign(told.held), cleared: foreign(told.cleared) })
  }
  const [gone, held, cleared] = kinds.map((kind) => together(found.flatMap((each) => each[kind])))
  return { gone: gone ?? [], held: held ?? [], cleared: cleared ?? [], looked, more: isMore }
}

/** The records that an import made, by their entities. */
async function madeBy({ database, environment }: ImportActor, importId: string) {
  const made = new Map<string, string[]>()
  let looked = 0
  for await (const { kind, entity_id, ids } of readBatches(database, environment.schema, {
    kind: 'import',
    id: importId,
  })) {
    if (kind !== 'create') continue
    if (looked + ids.length > most) return { made, looked, more: true }
    made.set(entity_id, [...(made.get(entity_id) ?? []), ...ids])
    looked += ids.length
  }
  return { made, looked, more: false }
}

function together(all: readonly Concerned[]): Concerned[] {
  return [...Map.groupBy(all, ({ entity }) => entity).values()].flatMap((some) =>
    some.slice(0, 1).map((first) => ({ ...first, count: some.reduce((sum, { count }) => sum + count, 0) })),
  )
}
