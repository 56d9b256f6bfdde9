import type { Model } from '#entities/model.ts'
import type { Texts } from '#entities/delocalize.ts'
import { nameOfPlace, type Label, type LabelRecord } from '#labels/label.ts'
import { labelsIn } from '#labels/model.ts'
import type { Locale } from '#language/locale.ts'
import { qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'

const columns = 'definition_id, property, locale, entity_id, text, change_id'

/** All labels of an environment. */
export async function loadLabels(executor: Executor, schema: string): Promise<Label[]> {
  return executor.query<Label>({ text: `select ${columns} from ${qualified(schema, '_label')}` })
}

/** The labels of a table, ordered by definition, property and language. */
export async function loadLabelsOf(executor: Executor, schema: string, entityId: string): Promise<LabelRecord[]> {
  return executor.query<LabelRecord>({
    text: `select definition_id, property, locale, text from ${qualified(schema, '_label')} where entity_id = $1
      order by definition_id, property, locale`,
    values: [entityId],
  })
}

/** The labels of a language, as the texts that they say. */
export async function loadLabelTexts(executor: Executor, schema: string, locale: Locale): Promise<Texts> {
  const rows = await executor.query<{ id: string; texts: Record<string, string> }>({
    text: `select definition_id as id, json_object_agg(property, text order by property) as texts
      from ${qualified(schema, '_label')} where locale = $1 group by definition_id`,
    values: [locale],
  })
  return Object.fromEntries(rows.map(({ id, texts }) => [id, texts]))
}

/** Writes the differences between two models. */
export async function saveLabels(
  executor: Executor,
  schema: string,
  { before, after }: { readonly before: Model; readonly after: Model },
): Promise<void> {
  if (labelsIn(before) === labelsIn(after)) return
  const table = qualified(schema, '_label')
  const kept = new Set(labelsIn(after).map(nameOfPlace))
  const gone = labelsIn(before).filter((label) => !kept.has(nameOfPlace(label)))
  if (gone.length > 0) {
    await executor.execute({
      text: `delete from ${table} l using ${given('definition_id uuid, property text, locale text')}
        where (l.locale, l.definition_id, l.property) = (given.locale, given.definition_id, given.property)`,
      values: [JSON.stringify(gone)],
    })
  }
  const former = new Set(labelsIn(before))
  const put = labelsIn(after).filter((label) => !former.has(label))
  if (put.length === 0) return
  await executor.execute({
    text: `insert into ${table} (${columns})
      select ${columns} from ${given('definition_id uuid, property text, locale text, entity_id uuid, text text, change_id uuid')}
      on conflict (locale, definition_id, property) do update set entity_id = excluded.entity_id, text = excluded.text,
      change_id = excluded.change_id`,
    values: [JSON.stringify(put)],
  })
}

function given(types: string): string {
  return `jsonb_to_recordset($1::jsonb) as given (${types})`
}
