import { createHmac, randomUUID } from 'node:crypto'
import { Fault, fault, refuseIf, type Problem } from '../../src/faults/fault.ts'
import { errorBody } from '../../src/faults/wire.ts'
import { translateFor } from '../../src/language/server/texts.ts'
import type { TextKey } from '../../src/language/translate.ts'
import type { WireForm } from '../../src/odata/compile/writer.ts'
import { createEngine } from '../../src/odata/engine.ts'
import { raw } from '../../src/odata/fragments.ts'
import type { Guards } from '../../src/odata/guard.ts'
import { propertyOf, storedProperties, type EntitySet, type Property, type TableOfSet } from '../../src/odata/model.ts'
import type { ODataResponse } from '../../src/odata/protocol/message.ts'
import { readRowOnce } from '../../src/odata/protocol/read.ts'
import type { Expected, Once, Snapshot, ODataStore, BodyValues, Written } from '../../src/odata/protocol/store.ts'
import type { SqlFragment } from '../../src/odata/sql.ts'
import { compileInsert } from '../../src/odata/write/insert.ts'
import { filled, planSlots, slot, type Inputs } from '../../src/odata/write/plan.ts'
import { compileRemove } from '../../src/odata/write/remove.ts'
import { assign, type Assignment } from '../../src/odata/write/row.ts'
import { showAll } from '../../src/odata/write/show.ts'
import { compileUpdate, type Target } from '../../src/odata/write/update.ts'
import { plainValue, rowValues, storedValue } from '../../src/odata/write/values.ts'
import type { Database } from '../../src/platform/server/database/database.ts'
import { violationOf } from '../../src/platform/server/database/errors.ts'
import { transactionDatabase } from '../../src/platform/server/database/transactionDatabase.ts'
import { callService } from './odataServiceCalls.ts'
import { serviceMedia } from './odataServiceMedia.ts'
import { serviceModel, serviceTables } from './odataServiceModel.ts'

const engine = createEngine({
  model: serviceModel,
  tables: serviceTables,
  sign: (text) => createHmac('sha256', 'the reference').update(text).digest('base64url'),
})

type Done = Once & { readonly row: string | undefined }

/** Whose service it is: what he may read, and the requests that were done once. */
export type ServiceContext = {
  readonly database: Database
  readonly root: string
  readonly guards?: Guards
  readonly done?: Map<string, Done>
}

/** The reference service over its tables: nothing of our product takes part in it. */
export function serviceStore(context: ServiceContext): ODataStore {
  const { database, root, guards = () => null, done = new Map() } = context
  const run: Snapshot['run'] = async <Row extends object>(statement: Parameters<Snapshot['run']>[0]) => {
    const [row] = await database.query<Row>({ ...statement, lane: 'brief' })
    if (row) return row
    // Without versions, a row that is not there is no row.
    return { value: null, version: null } as Row
  }
  const store: ODataStore = {
    root,
    reading: (attempt) => attempt({ model: serviceModel, engine, guards, run }),
    create: (set, values, { wire, key, once }) => {
      const make = () => created(database, set, values, wire, key)
      return once ? onceMade(done, once, make, store, set) : make()
    },
    update: (set, key, values, how) => updated(database, set, key, values, how),
    remove: (set, key, expected) => removed(database, set, key, expected),
    together: (work) =>
      database.transaction((transaction) =>
        work(serviceStore({ ...context, database: transactionDatabase(transaction) })),
      ),
    async once(once, work, again) {
      const before = known(done, once)
      if (before) return again(before.row)
      const { key, result } = await store.together(work)
      done.set(once.key, { ...once, row: key })
      return result
    },
    media: serviceMedia(database),
    call: (operation, given) => callService(store, database, operation, given),
    refusal: refusalOf,
  }
  return store
}

function known(done: ReadonlyMap<string, Done>, once: Once): Done | undefined {
  const before = done.get(once.key)
  if (before && before.said !== once.said) throw fault('request.repeated')
  return before
}

async function onceMade(
  done: Map<string, Done>,
  once: Once,
  make: () => Promise<Written>,
  store: ODataStore,
  set: string,
): Promise<Written> {
  const before = known(done, once)?.row
  if (before === undefined) {
    const written = await make()
    done.set(once.key, { ...once, row: written.id })
    return written
  }
  return { id: before, ...(await readRowOnce(store, { set, key: before, query: '', wire: { numbersAsText: false } })) }
}

type Place = { readonly set: EntitySet; readonly table: TableOfSet; readonly key: Property }

function placeOf(name: string): Place {
  const [set, table] = [serviceModel.entitySets.get(name), serviceTables.get(name)]
  if (!set || !table) throw new Error(`no ${name}`)
  return { set, table, key: propertyOf(set, set.key) }
}

const stamp = {
  versions: raw('select model_version, access_version from reference._version'),
  model: slot('one'),
  access: slot('one'),
}

async function created(
  database: Database,
  name: string,
  values: BodyValues,
  wire: WireForm,
  given: string | undefined,
): Promise<Written> {
  const { set, table, key } = placeOf(name)
  if (set.insertable === false) throw fault('request.forbidden')
  const found = new Map(rowValues(set, values))
  const own = given ?? found.get(key) ?? (key.type === 'Edm.Guid' ? randomUUID() : undefined)
  if (own !== undefined) found.set(key, checkedKey(key, own))
  refuseIf(missing(set, found))
  const inputs: Inputs = { one: 1 }
  const assignments = [...found].map(([property, value]) => assigned(inputs, property, value))
  const statement = compileInsert({
    set,
    table,
    assignments,
    stamp,
    checks: [],
    companions: [],
    show: showAll(set, wire),
    amount: 'one',
  })
  const [row] = await written(database, statement, inputs)
  if (!row) throw new Error('nothing was made')
  return { id: String(own), value: String(row['value']), version: set.etag ? '1' : '' }
}

function checkedKey(key: Property, value: unknown): unknown {
  const checked = plainValue({ ...key, enumeration: undefined }, String(value), key.name)
  if ('code' in checked) throw fault('request.idInvalid', {}, key.name)
  return storedValue(key, checked.value)
}

function missing(set: EntitySet, found: ReadonlyMap<Property, unknown>): readonly Problem[] {
  const needed = storedProperties(set).filter((property) => {
    const isGiven = property.computed || property.collection || property.default !== undefined
    return !property.nullable && !isGiven && !found.has(property)
  })
  return needed.map(({ name }) => ({ code: 'validation.required', target: name }))
}

function assigned(inputs: Inputs, property: Property, value: unknown): Assignment {
  inputs[property.name] = value
  return assign(property, slot(property.name))
}

async function updated(
  database: Database,
  name: string,
  key: string,
  values: BodyValues,
  { wire, expected }: { readonly wire: WireForm; readonly expected: Expected },
): Promise<Written> {
  const place = placeOf(name)
  const { set } = place
  if (set.updatable === false) throw fault('request.forbidden')
  const found = rowValues(set, values)
  const inputs: Inputs = { one: 1 }
  const assignments = [...found].map(([property, value]) => assigned(inputs, property, value))
  const version = set.etag === undefined ? undefined : propertyOf(set, set.etag)
  const statement = compileUpdate({
    ...targetOf(place, key, expected, inputs),
    assignments,
    stamps: version ? [{ property: version, value: raw('b."version" + 1') }] : [],
    changeable: null,
    stamp,
    checks: [],
    companions: [],
    show: showAll(set, wire),
    amount: 'one',
  })
  const [row] = await written(database, statement, inputs)
  refuseUnfound(row, expected)
  const before = String(row?.['found'] ?? '')
  return {
    id: key,
    value: String(row?.['value']),
    version: row?.['changed'] && version ? String(Number(before) + 1) : before,
  }
}

async function removed(database: Database, name: string, key: string, expected: Expected): Promise<void> {
  const place = placeOf(name)
  if (place.set.deletable === false) throw fault('request.forbidden')
  const inputs: Inputs = { one: 1 }
  const target = targetOf(place, key, expected, inputs)
  const statement = compileRemove({ ...target, changeable: null, stamp, companions: [] })
  const [row] = await written(database, statement, inputs)
  refuseUnfound(row, expected)
}

function targetOf({ set, table, key: property }: Place, key: string, expected: Expected, inputs: Inputs): Target {
  inputs['key'] = checkedKey(property, key)
  const versions = Array.isArray(expected) && set.etag !== undefined ? expected : null
  inputs['versions'] = versions
  return {
    set,
    table,
    key: slot('key'),
    readable: null,
    permitted: null,
    versions: versions === null ? null : slot('versions'),
  }
}

type Answered = Record<string, unknown>

function refuseUnfound(row: Answered | undefined, expected: Expected): void {
  const found = row?.['found']
  if (found === null || found === undefined) throw fault('record.unknown')
  if (Array.isArray(expected) && found !== '' && !expected.includes(String(found))) throw fault('record.stale')
}

async function written(database: Database, fragment: SqlFragment, inputs: Inputs): Promise<Answered[]> {
  try {
    const { text, values } = filled(planSlots(fragment), inputs)
    return await database.query<Answered>({ text, values: values ?? [] })
  } catch (error) {
    const violation = violationOf(error)
    if (violation?.kind === 'unique') {
      throw violation.constraint?.endsWith('_pkey') ? fault('record.keyTaken') : fault('validation.taken', {}, 'code')
    }
    if (violation?.kind === 'foreignKey') {
      throw /still referenced/.test(violation.detail ?? '') ? fault('record.inUse') : fault('validation.lookup')
    }
    throw error
  }
}

/** What was thrown, as the answer that it is. */
export function refusalOf(error: unknown): ODataResponse {
  const known = error instanceof Fault ? error : fault('server.internal')
  const translate = translateFor('en')
  const say = ({ code, parameters }: Problem) => translate(`fault.${code}` as TextKey, parameters)
  const headers = {
    'content-type': 'application/json;charset=utf-8',
    'content-language': 'en',
    'odata-version': '4.01',
    ...(known.status === 405 && { allow: String(known.parameters['allow']) }),
  }
  return { status: known.status, headers, body: JSON.stringify(errorBody(known, randomUUID(), say)) }
}
