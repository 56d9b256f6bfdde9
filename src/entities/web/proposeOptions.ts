import type { AttributeOption } from '#attributes/properties.ts'
import { api } from '#platform/web/http.ts'

/** How many different values make a list of choices worth its name. */
const most = 50

/** The values that records have most, as choices; none where there are too many different ones. */
export async function proposeOptions(envid: string, table: string, column: string): Promise<AttributeOption[]> {
  const apply = encodeURIComponent(`filter(${column} ne null)/groupby((${column}),aggregate($count as count))`)
  const { value } = await api.get<{ value: Record<string, unknown>[] }>(
    `/odata/v1/${envid}/${table}?$apply=${apply}&$orderby=count%20desc&$top=${most + 1}`,
  )
  if (value.length > most) return []
  const texts = value.map((row) => String(row[column]).trim()).filter((text) => text !== '' && text.length <= 100)
  const unique = new Map(texts.map((text) => [text.toLowerCase(), text]))
  return [...unique.values()].map((text) => ({ value: text, label: text, color: null, active: true }))
}
