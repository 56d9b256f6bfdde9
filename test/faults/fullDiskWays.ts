import { newId } from '../../src/platform/server/newId.ts'
import type { Database } from '../../src/platform/server/database/database.ts'
import { insertJob } from '../../src/jobs/server/jobs.store.ts'
import type { Import } from '../../src/records/exchange/import/settings.ts'
import { planOf } from '../support/imports.ts'
import {
  expected,
  newEntity,
  newEnvironment,
  type Answer,
  type Headers,
  type Maker,
  type Named,
  type Place,
  type Send,
} from '../support/maker.ts'
import { upload } from '../support/uploads.ts'
import type { Findings } from './ground.ts'

/** A request, and what is wrong with its answer beyond the status. */
type Way = {
  readonly name: string
  readonly ask: () => Promise<Answer>
  readonly holds?: (answer: Answer) => boolean | Promise<boolean>
}

type Stage = {
  /** Sends as nobody. */
  readonly send: Send
  readonly maker: Maker
  readonly email: string
  readonly place: Place
  readonly database: Database
}

/** What is tried on a nearly full disk. */
export type Ways = { readonly open: readonly Way[]; readonly refused: readonly Way[] }

const password = 'Otter7Bay'

/** Makes, while there is room, what the ways need: records, a file, an import, a job, a second environment. */
export async function prepareWays(stage: Stage): Promise<Ways> {
  const prepared = await prepareStage(stage)
  return { open: openWays(prepared), refused: refusedWays(prepared) }
}

/** What the ways are tried on. */
async function prepareStage({ send, maker, email, place, database }: Stage) {
  const other = await newEnvironment(maker, 'leaving')
  const { id: firm } = await newEntity(maker, place, 'firms', [{ name: 'City', uri: 'city', type: 'text' }])
  const { id: bill } = await newEntity(maker, place, 'bills', [
    { name: 'Note', uri: 'note', type: 'text' },
    { name: 'Paper', uri: 'paper', type: 'file' },
    { name: 'Firm', uri: 'firm', type: 'N:1', related_entity: firm },
  ])
  const attributes = await maker.send('GET', `/api/metadata/attribute/v1/${place.id}/${bill}`)
  const idOf = new Map(attributes.json<{ value: Named[] }>().value.map(({ uri, id }) => [uri, id]))
  const records = `/api/odata/v1/${place.id}/bills`
  const made = async (body: object) =>
    (await expected(201, maker.send('POST', records, body))).json<{ id: string }>().id
  const [kept, gone] = [await made({ note: 'kept' }), await made({ note: 'gone' })]
  await expected(204, maker.send('DELETE', `${records}(${gone})`))
  const fileAt = `/api/file/v1/${place.id}`
  const file = (
    await expected(201, upload(maker.send, `${fileAt}/attribute/${idOf.get('paper')}`, 'a.txt', 'a'))
  ).json<{
    id: string
  }>()
  const importAt = `/api/import/v1/${place.id}`
  const bring = async () =>
    (await expected(201, upload(maker.send, `${importAt}/upload`, 'a.csv', 'Note\nbrought\n'))).json<Import>()
  const [tried, discarded] = [await bring(), await bring()]
  const plan = planOf(tried, bill)
  const { settings } = plan
  // The column fills what is there.
  const columns = plan.target.columns.map(({ attribute: _attribute, ...column }) => column)
  const target = { ...plan.target, columns }
  const job = newId()
  const cause = { kind: 'request', id: job } as const
  await insertJob(database, place, { id: job, kind: 'waiting', title: {}, data: {}, by_id: maker.id, cause })
  const signIn = () => send('POST', '/api/auth/security/v1/signin', { email, password, method: 'jwt' })
  const newToken = async () => (await expected(200, signIn())).json<{ token: string }>().token
  const [leaving, renewed] = [await newToken(), await newToken()]
  const base = `/api/security/v1/${place.id}`
  const [unit] = (await maker.send('GET', `${base}/unit`)).json<{ value: Named[] }>().value
  const operations = [{ kind: 'entity.update', id: bill, name: 'Bills' }]
  const asked = (method: string, path: string, body?: unknown, headers?: Headers) => () =>
    maker.send(method, path, body, headers)
  return {
    send,
    maker,
    email,
    place,
    job,
    other,
    bill,
    idOf,
    records,
    kept,
    gone,
    file,
    fileAt,
    importAt,
    tried,
    discarded,
    settings,
    target,
    signIn,
    leaving,
    renewed,
    base,
    unit,
    operations,
    asked,
  }
}

type PreparedStage = Awaited<ReturnType<typeof prepareStage>>

/** Requests that are answered on a nearly full disk. */
function openWays(prepared: PreparedStage): readonly Way[] {
  const {
    send,
    maker,
    place,
    job,
    other,
    bill,
    idOf,
    records,
    kept,
    gone,
    file,
    fileAt,
    importAt,
    tried,
    discarded,
    settings,
    target,
    signIn,
    leaving,
    renewed,
    base,
    unit,
    operations,
    asked,
  } = prepared
  const jsonBatch = (requests: object[]) =>
    asked('POST', `/api/odata/v1/${place.id}/$batch`, { requests }, { prefer: 'continue-on-error' })
  const reading = { id: '1', method: 'GET', url: 'bills?$top=1' }
  const changing = { id: '2', method: 'PATCH', url: `bills(${kept})`, body: { note: 'changed' } }
  const selection = { ids: [kept] }
  return [
    { name: 'list', ask: asked('GET', records) },
    { name: '$query', ask: asked('POST', `${records}/$query`, '$top=1', { 'content-type': 'text/plain' }) },
    { name: 'batch of reads', ask: jsonBatch([reading]), holds: statusesAre(200) },
    { name: 'batch of reads and changes', ask: jsonBatch([reading, changing]), holds: statusesAre(200, 507) },
    {
      name: 'batch with a group of changes',
      ask: jsonBatch([{ ...changing, atomicityGroup: 'g' }, reading]),
      holds: statusesAre(507, 200),
    },
    { name: 'candidates', ask: asked('POST', `/api/candidate/v1/${place.id}/${idOf.get('firm')}`, {}) },
    { name: 'export', ask: asked('GET', `/api/export/v1/${place.id}/${bill}?format=csv`) },
    {
      name: 'export of records',
      ask: asked('POST', `/api/export/v1/${place.id}/${bill}`, { format: 'csv', ids: [kept] }),
    },
    { name: 'export of the log', ask: asked('GET', `/api/audit/v1/${place.id}/export`) },
    {
      name: 'preview of a change',
      ask: asked('POST', `/api/metadata/change/v1/${place.id}/preview`, { operations }),
    },
    {
      name: 'preview of a deletion',
      ask: asked('POST', `/api/bulk/v1/${place.id}/${bill}/preview`, { records: selection }),
    },
    {
      name: 'preview of rights',
      ask: asked('POST', `${base}/impact`, { kind: 'unit', id: unit?.id, change: { name: 'More' } }),
    },
    {
      name: 'pace of a view',
      ask: asked('POST', `/api/metadata/view/v1/${place.id}/${bill}/pace`, { queries: ['$top=1'] }),
    },
    { name: 'dry run', ask: asked('POST', `${importAt}/${tried.id}/dryrun`, { settings, target }) },
    { name: 'sign-in', ask: signIn },
    {
      name: 'refresh',
      ask: () =>
        send('POST', '/api/auth/security/v1/refresh', { method: 'jwt' }, { authorization: `Bearer ${renewed}` }),
    },
    { name: 'security token', ask: asked('POST', '/api/csrf/v1/create') },
    {
      name: 'sign-out',
      ask: () => send('POST', '/api/auth/security/v1/signout', {}, { authorization: `Bearer ${leaving}` }),
    },
    { name: 'cancel of a job', ask: asked('POST', `/api/job/v1/${place.id}/${job}/cancel`) },
    {
      name: 'purge from the trash',
      ask: asked('POST', `/api/trash/v1/${place.id}/${bill}/purge`, { ids: [gone] }),
      holds: (answer) => answer.json<{ purged: number }>().purged === 1,
    },
    {
      name: 'deletion of a file',
      ask: asked('DELETE', `${fileAt}/${file.id}`),
      holds: async () => (await maker.send('GET', `${fileAt}/${file.id}`)).status === 404,
    },
    { name: 'discarded import', ask: asked('DELETE', `${importAt}/${discarded.id}`) },
    {
      name: 'deletion of an environment',
      ask: asked('DELETE', `/api/env/v1/${other.id}?name=leaving`),
      holds: async () => (await maker.send('GET', `/api/env/v1/${other.id}`)).status === 404,
    },
  ]
}

/** Requests that a nearly full disk refuses. */
function refusedWays(prepared: PreparedStage): readonly Way[] {
  const {
    send,
    maker,
    email,
    place,
    bill,
    idOf,
    records,
    kept,
    gone,
    fileAt,
    importAt,
    tried,
    settings,
    target,
    base,
    unit,
    operations,
    asked,
  } = prepared
  const selection = { ids: [kept] }
  return [
    { name: 'create', ask: asked('POST', records, { note: 'x' }) },
    { name: 'change', ask: asked('PATCH', `${records}(${kept})`, { note: 'x' }) },
    { name: 'set a field', ask: asked('PUT', `${records}(${kept})/note`, { value: 'x' }) },
    { name: 'deletion of a record', ask: asked('DELETE', `${records}(${kept})`) },
    {
      name: 'bulk deletion',
      ask: asked('POST', `/api/bulk/v1/${place.id}/${bill}`, { action: 'delete', records: selection }),
    },
    {
      name: 'restore from the trash',
      ask: asked('POST', `/api/trash/v1/${place.id}/${bill}/restore`, { ids: [gone] }),
    },
    {
      name: 'upload of a file',
      ask: () => upload(maker.send, `${fileAt}/attribute/${idOf.get('paper')}`, 'b.txt', 'b'),
    },
    { name: 'upload of an import', ask: () => upload(maker.send, `${importAt}/upload`, 'b.csv', 'Note\nb\n') },
    { name: 'piece of an upload', ask: asked('POST', `${importAt}/upload/begin`, { file: 'b.csv', size: 1 }) },
    { name: 'start of an import', ask: asked('POST', `${importAt}/${tried.id}/start`, { settings, target }) },
    { name: 'undo by cause', ask: asked('POST', `/api/cause/v1/${place.id}/undo`, { id: 'x', kind: 'request' }) },
    { name: 'change of definitions', ask: asked('POST', `/api/metadata/change/v1/${place.id}`, { operations }) },
    { name: 'new environment', ask: asked('POST', '/api/env/v1', { name: 'more', uri: 'more', region: 'eu' }) },
    { name: 'new role', ask: asked('POST', `${base}/role`, { name: 'More' }) },
    { name: 'change of a unit', ask: asked('PATCH', `${base}/unit/${unit?.id}`, { name: 'More' }) },
    { name: 'profile', ask: asked('PATCH', '/api/user/v1/me', { firstname: 'Ilze' }) },
    { name: 'sign-up', ask: () => send('POST', '/api/auth/security/v1/signup', {}) },
    { name: 'password reset', ask: () => send('POST', '/api/auth/security/v1/reset', { email }) },
  ]
}

/** Tries every way on a nearly full disk. `told` hears of each that did not go as it should. */
export async function tryWays({ open, refused }: Ways, told: (line: string) => void): Promise<Findings> {
  const wrong = { open: 0, refused: 0 }
  for (const { name, ask, holds = () => true } of open) {
    const answer = await ask()
    if (answer.status < 300 && (await holds(answer))) continue
    wrong.open++
    told(`${name}: ${answer.status} ${answer.text.slice(0, 300)}`)
  }
  for (const { name, ask } of refused) {
    const answer = await ask()
    if (answer.status === 507) continue
    wrong.refused++
    told(`${name}: ${answer.status} ${answer.text.slice(0, 300)}`)
  }
  return {
    'Open ways': open.length,
    'Refused ways': refused.length,
    'open ways that were refused': wrong.open,
    'other ways that were not refused': wrong.refused,
  }
}

function statusesAre(...statuses: readonly number[]) {
  return (answer: Answer) => {
    const { responses } = answer.json<{ responses: { status: number }[] }>()
    return responses.map(({ status }) => status).join() === statuses.join()
  }
}
