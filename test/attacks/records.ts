import type { Maker, Named } from '../support/maker.ts'
import type { Things } from '../support/things.ts'
import { attack, gainedBy, type Attack } from './attack.ts'

/** Who attacks, and what is there that is not for them. */
export type Prey = Things & {
  /** A member who reads notes, of things only the own ones, and never their pin. */
  readonly eve: Maker
  /** A note that leads to a thing of the maker. */
  readonly notes: Named
  /** A table that is managed, and a record in it. */
  readonly closed: { readonly entity: Named; readonly record: string }
  readonly pin: string
}

/** Attacks on records and the database by those who may ask for some of them. */
export function recordAttacks(prey: Prey): readonly Attack[] {
  const ground = prepareRecordGround(prey)
  return [...queryAttacks(ground), ...reachAttacks(ground)]
}

/** What the attacks share. */
function prepareRecordGround(prey: Prey) {
  const { eve, maker, home, lintel, record, closed } = prey
  const table = `"${home.schema}"."things"`
  const at = (rest: string) => encodeURI(`/api/odata/v1/${home.id}/${rest}`).replaceAll('+', '%2B')
  const query = <Row>(text: string, values?: unknown[]) =>
    lintel.database.query<Row>({ text, ...(values ? { values } : {}) })
  const failing = () => []
  return { eve, maker, home, lintel, record, closed, table, at, query, failing, attempt, isChanged }

  /** Whether a statement goes through; it is taken back. */
  async function attempt(text: string): Promise<boolean> {
    const back = new Error('taken back')
    return lintel.database
      .transaction(async (transaction) => {
        await transaction.execute({ text })
        throw back
      })
      .then(
        () => true,
        (error: unknown) => error === back || (error as Error).message === back.message,
      )
  }

  async function isChanged(write: () => Promise<unknown>): Promise<boolean> {
    await write()
    const found = await query<{ name: string }>(`select name from "${home.schema}"."closed" where id = $1`, [
      closed.record,
    ])
    return found[0]?.name !== 'Ours'
  }
}

type RecordGround = ReturnType<typeof prepareRecordGround>

/** Attacks in what is asked: filters, orders, functions, guesses. */
function queryAttacks(ground: RecordGround): readonly Attack[] {
  const { eve, maker, home, lintel, table, at, query, failing } = ground
  return [
    attack<(text: string) => Promise<number>>(
      'SQL in what is looked for',
      (count) =>
        gainedBy([`' or 'a'='a`, `x' or 1=1 --`, `x' union select 1 --`], async (text) => (await count(text)) > 0),
      {
        ours: async (text) => {
          const { status, text: body } = await maker.send(
            'GET',
            at(`things/$count?$filter=title eq '${text.replaceAll("'", "''")}'`),
          )
          return status === 200 ? Number(body) : 0
        },
        naive: async (text) => (await query(`select 1 from ${table} where title = '${text}'`).catch(failing)).length,
      },
    ),
    attack<(order: string) => Promise<boolean>>(
      'SQL in an order',
      (isTaken) =>
        gainedBy(['(select 1)', 'case when true then title end', 'pg_sleep(0)', 'title; select 1', 'pin'], (order) =>
          isTaken(order),
        ),
      {
        ours: async (order) => (await eve.send('GET', at(`things?$orderby=${order}`))).status === 200,
        naive: async (order) =>
          query(`select id from ${table} order by ${order}`).then(
            () => true,
            () => false,
          ),
      },
    ),
    attack<(call: string) => Promise<boolean>>(
      'functions of the database by name',
      (isAnswered) =>
        gainedBy(
          [`pg_read_file('/etc/hostname')`, `current_setting('data_directory')`, `pg_ls_dir('.')`, 'version()'],
          (call) => isAnswered(call),
        ),
      {
        ours: async (call) => {
          const ways = [
            `things?$filter=${call} eq 'x'`,
            `things?$compute=${call} as x&$select=x`,
            `things?$orderby=${call}`,
          ]
          const answers = await Promise.all(ways.map((way) => maker.send('GET', at(way))))
          const walled = lintel.database.under(home.schema)
          const isOpen =
            call.startsWith('pg_') &&
            (await walled.query({ text: `select ${call}` }).then(
              () => true,
              () => false,
            ))
          return isOpen || answers.some(({ status }) => status === 200)
        },
        naive: async (call) =>
          query(`select ${call} as x`).then(
            () => true,
            () => false,
          ),
      },
    ),
    attack<(prefix: string) => Promise<number>>(
      'a hidden value, asked for letter by letter',
      async (count) => {
        let known = ''
        const next = async () => {
          for (const digit of '0123456789') if ((await count(known + digit)) > 0) return digit
          return ''
        }
        for (let digit = await next(); digit !== '' && known.length < 9; digit = await next()) known += digit
        return known === '' ? [] : [`the pin is ${known}`]
      },
      {
        ours: async (prefix) => {
          const ways = [
            `things/$count?$filter=startswith(pin,'${prefix}')`,
            `notes/$count?$filter=startswith(thing/pin,'${prefix}')`,
            `things?$apply=filter(startswith(pin,'${prefix}'))/aggregate($count as n)`,
          ]
          const answers = await Promise.all(ways.map((way) => eve.send('GET', at(way))))
          return answers.filter(({ status, text }) => status === 200 && /[1-9]/.test(text)).length
        },
        // The column is left out of what is shown, and filters are not asked what they name.
        naive: async (prefix) => (await query(`select id from ${table} where pin like $1`, [`${prefix}%`])).length,
      },
    ),
  ]
}

/** Attacks on records that are not theirs to read or to change. */
function reachAttacks(ground: RecordGround): readonly Attack[] {
  const { eve, maker, home, record, closed, table, at, query, attempt, isChanged } = ground
  return [
    attack<() => Promise<string>>(
      'records behind a link that one may follow but not read',
      async (read) => ((await read()).includes('Top secret') ? ['the title of what is not shared'] : []),
      {
        ours: async () => {
          const ways = [
            'notes?$expand=thing($select=title)',
            'notes?$expand=thing',
            'notes?$select=name&$orderby=thing/title',
            'notes?$apply=groupby((thing/title))',
          ]
          return (await Promise.all(ways.map((way) => eve.send('GET', at(way))))).map(({ text }) => text).join('\n')
        },
        naive: async () =>
          JSON.stringify(
            await query(`select t.title from "${home.schema}"."notes" n join ${table} t on t.id = n.thing_id`),
          ),
      },
    ),
    attack<(address: string) => Promise<number>>(
      'the link to a record, opened by who may not read it',
      (open) => gainedBy([record], async (id) => (await open(id)) !== 404),
      {
        ours: async (id) => (await eve.send('GET', at(`things(${id})`))).status,
        naive: async (id) => ((await query(`select 1 from ${table} where id = $1`, [id])).length > 0 ? 200 : 404),
      },
    ),
    attack<(body: Record<string, unknown>) => Promise<Record<string, unknown>>>(
      'fields in a body that are not the sender’s to write',
      async (write) => {
        const body = { created_by_id: eve.id, updated_by_id: eve.id, version: 99, managed: true, envid: 'x', tv: 1 }
        const after = await write(body)
        return Object.entries(body).flatMap(([key, value]) => (after[key] === value ? [key] : []))
      },
      {
        ours: async (body) => {
          for (const [key, value] of Object.entries(body))
            await maker.send('PATCH', at(`things(${record})`), { [key]: value })
          return (await maker.send('GET', at(`things(${record})`))).json<Record<string, unknown>>()
        },
        naive: async (body) => Object.assign({ id: record, title: 'Top secret', created_by_id: maker.id }, body),
      },
    ),
    attack<Readonly<Record<string, () => Promise<boolean>>>>(
      'a managed record, changed by another way than the usual one',
      async (ways) => gainedBy(Object.keys(ways), async (way) => (await ways[way]?.()) === true),
      {
        ours: {
          patch: () => isChanged(() => maker.send('PATCH', at(`closed(${closed.record})`), { name: 'Mine' })),
          put: () => isChanged(() => maker.send('PUT', at(`closed(${closed.record})`), { name: 'Mine' })),
          delete: () => isChanged(() => maker.send('DELETE', at(`closed(${closed.record})`))),
          batch: () =>
            isChanged(() =>
              maker.send('POST', at('$batch'), {
                requests: [{ id: '1', method: 'PATCH', url: `closed(${closed.record})`, body: { name: 'Mine' } }],
              }),
            ),
          bulk: () =>
            isChanged(() =>
              maker.send('POST', `/api/bulk/v1/${home.id}/${closed.entity.id}`, {
                action: 'change',
                records: { ids: [closed.record] },
                values: { name: 'Mine' },
              }),
            ),
        },
        naive: {
          patch: async () => false,
          // The call for many goes straight to the table.
          batch: async () => true,
        },
      },
    ),
    attack<(statement: string) => Promise<boolean>>(
      'changes of the log by the application itself',
      (isDone) =>
        gainedBy([`update $t set kind = 'read'`, 'delete from $t', 'truncate $t'], (statement) => isDone(statement)),
      {
        ours: async (statement) => attempt(statement.replace('$t', `"${home.schema}"."_audit"`)),
        naive: async (statement) => {
          await query('create schema if not exists naive')
          await query('create table if not exists naive.audit (kind text)')
          return attempt(statement.replace('$t', 'naive.audit'))
        },
      },
    ),
  ]
}
