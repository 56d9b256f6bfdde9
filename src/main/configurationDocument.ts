import { z } from 'zod'
import { variables } from '#main/config.ts'

/** The variables as the text of docs/configuration.md. */
export function configurationDocument(): string {
  const rows = Object.entries(variables.shape).map(([name, schema]) => {
    const preset = schema instanceof z.ZodDefault ? `\`${String(schema.def.defaultValue)}\`` : ''
    return `| \`${name}\` | ${preset} | ${schema.description ?? ''} |`
  })
  return `# Configuration

Lintel is set by environment variables. It runs without any; a wrong value stops the start with a sentence that names it.

| variable | when not set | meaning |
| --- | --- | --- |
${rows.join('\n')}

## A nearly full disk

With a PostgreSQL of its own, Lintel looks at the disk of the data folder every three seconds. When less than 5 % of it is free, what changes something is answered with \`507\`, until more than 6 % is free again. Meanwhile people sign in and out, read, search, export, and see previews and dry runs, and these make room:

| what | what becomes free |
| --- | --- |
| purging the trash | the table's space, within a minute or two: at once for other records, for the disk as far as it lies at the table's end |
| discarding an uploaded import, or a file that was brought and is not saved yet | the file, at once |
| deleting an environment | nothing for 30 days, while it can be taken back; then its records and files, with the next hour's upkeep |
| cancelling a job | what it would have written |

Records are not deleted then: a deletion moves them to the trash and needs more room than before. A purge also writes into the log of PostgreSQL, at worst as much as it purges. Let the disk have 20 GB or more: then 5 % of it are all that the log ever grows by.

## Another secret

1. Set \`SECRET_PREVIOUS\` to the present secret (without \`SECRET\` it stands in the file \`secret\` of the data folder) and
   \`SECRET\` to a new one, in every process, and start them anew, together: one that knows only the former secret does not
   read what is sealed anew.
2. Each start seals the secrets of authenticator apps anew, and says in the log how many. People notice nothing: sessions,
   keys and passwords do not hang on the secret, and known browsers stay known. A link to the next page of an OData list and a
   set-up code that nobody has used are void.
3. Take \`SECRET_PREVIOUS\` away. Change the secret at once when somebody may have read it, else once a year.

## Several processes

Processes that share a \`DATABASE_URL\` need the same \`SECRET\` and the same storage: either the same \`S3_BUCKET\` (with \`S3_ENDPOINT\`
and \`S3_REGION\`), or one \`DATA_FOLDER\` on a file system that all of them see. Each says in the database where it keeps files, for as
long as it lives. One that finds another with other files does not start, and says so. To change the storage, move the files, stop every
process and start them with the new settings.
`
}
