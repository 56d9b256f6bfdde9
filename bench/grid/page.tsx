import { createRoot } from 'react-dom/client'
import '#design/web/theme/tokens.css'
import { Badge } from '#design/web/display/Badge.tsx'
import { Grid } from '#design/web/grid/Grid.tsx'
import type { GridColumn } from '#design/web/grid/gridColumn.ts'
import { LanguageProvider } from '#language/web/language.tsx'

type Row = { readonly index: number }

const million = 1_000_000
const rows = new Map<number, Row>()
const names = [
  'Baltic Freight',
  'Amber Foods',
  'Daugava Energy',
  'Rīgas Koks',
  'Nord Optics',
  'Lumen Labs',
  'Casa Verde',
]
const numbers = new Intl.NumberFormat('en')
const statuses = ['Active', 'Inactive', 'Prospect']

const columns = Array.from({ length: 30 }, (_, at): GridColumn<Row> => {
  const text = ({ index }: Row) => {
    if (at === 0) return `${names[index % names.length]} ${index + 1}`
    if (at === 1) return statuses[index % statuses.length] ?? ''
    if (at === 2) return `info${index + 1}@example.com`
    return numbers.format((index * 7919 * (at + 1)) % million)
  }
  return {
    id: `c${at}`,
    title: `Column ${at}`,
    width: at === 0 ? 240 : at === 2 ? 200 : 120,
    frozen: at === 0,
    align: at > 2 ? 'end' : 'start',
    text,
    renderCell: at === 1 ? (row) => <Badge tint="green">{text(row)}</Badge> : text,
  }
})

createRoot(document.querySelector('#root') ?? document.body).render(
  <LanguageProvider>
    <div style={{ height: '100dvh' }}>
      <Grid<Row>
        label="Grid"
        columns={columns}
        rowCount={million}
        rowAt={rowAt}
        rowKey={({ index }) => String(index)}
        footerCell={({ id }) => id}
      />
    </div>
  </LanguageProvider>,
)

/** The same object for the same row, as a page of records gives it. */
function rowAt(index: number): Row {
  const row = rows.get(index) ?? { index }
  rows.set(index, row)
  return row
}
