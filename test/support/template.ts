import { Client } from 'pg'

/** The address of the database `name` on the server of `address`. */
export function templateOf(address: string, name: string): string {
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}

/** Makes the database that tests are cloned from. `prepare` brings in what each of them starts with. */
export async function prepareTemplate(
  server: string,
  template: string,
  prepare: (connectionString: string) => Promise<void>,
): Promise<void> {
  await withClient(server, (client) => client.query(`create database ${nameOf(template)}`))
  await prepare(template)
}

/** A fresh clone of the database `origin` under `name`, on the server of `address`. Returns its address. */
export async function cloneDatabase(address: string, origin: string, name: string): Promise<string> {
  await withClient(templateOf(address, 'postgres'), (client) =>
    client.query(`create database ${client.escapeIdentifier(name)} template ${client.escapeIdentifier(origin)}`),
  )
  return templateOf(address, name)
}

/** Drops a database, whoever is connected to it. The server ends its own upkeep there by itself, and waits for that. */
export async function dropDatabase(address: string): Promise<void> {
  const name = nameOf(address)
  await withClient(templateOf(address, 'postgres'), async (client) => {
    const text = `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user`
    await client.query(text, [name])
    await client.query(`drop database if exists ${client.escapeIdentifier(name)}`)
  })
}

/** Drops the template and every clone of it that is left. */
export async function dropTestDatabases(server: string, template: string): Promise<void> {
  const names = await withClient(server, (client) =>
    client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [
      nameOf(template),
    ]),
  )
  for (const { datname } of names.rows) await dropDatabase(templateOf(server, datname))
}

/** The name of the database that an address leads to. */
export function nameOf(address: string): string {
  return new URL(address).pathname.slice(1)
}

async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
