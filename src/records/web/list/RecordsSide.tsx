import { Suspense } from 'react'
import type { FindLinked } from '#attributes/web/control.ts'
import { withTexts } from '#language/web/language.tsx'
import { later } from '#records/web/kinds/viewKinds.ts'
import type { Records } from '#records/web/list/useRecordWindow.ts'
import type { ViewState } from '#records/web/list/useViewState.ts'
import { isRecordId, type RecordsTable } from '#records/web/records.client.ts'

const RecordPanel = later(
  async () =>
    (await withTexts(import('#records/web/form/RecordPanel.tsx'), ['attributes', 'design', 'entities', 'records']))
      .RecordPanel,
)
const ViewPanel = later(
  async () =>
    (await withTexts(import('#records/web/viewEditor/ViewPanel.tsx'), ['design', 'records', 'views'])).ViewPanel,
)

type RecordsSideProps = {
  readonly table: RecordsTable
  readonly state: ViewState
  readonly records: Records
  readonly findLinked: FindLinked
  readonly onRowHeight: () => void
  /** A record was saved that stays in the list. */
  readonly onSaved: () => void
}

/** What is open beside the list: the editor of the view, a record. */
export function RecordsSide({ table, state, records, findLinked, onRowHeight, onSaved }: RecordsSideProps) {
  const { window, view } = records
  const { openId, openRecord } = state
  const openAt = openId === undefined ? undefined : view.indexOf(openId)
  const neighbour = (by: number) => (openAt === undefined ? undefined : view.rowAt(openAt + by)?.id)
  return (
    <>
      {state.isEditing && state.view && (
        <Suspense>
          <ViewPanel
            {...{ table, state, findLinked, onRowHeight }}
            view={state.view}
            onClose={() => state.setEditing(false)}
          />
        </Suspense>
      )}
      {isRecordId(openId) && (
        <Suspense>
          <RecordPanel
            {...{ table, findLinked }}
            id={openId}
            previous={neighbour(-1)}
            next={neighbour(1)}
            onGo={openRecord}
            onClose={() => openRecord(undefined)}
            onSaved={(record) => {
              window.change(record.id, (row) => ({ ...row, ...record }))
              onSaved()
            }}
            onDeleted={() => {
              openRecord(undefined)
              window.refresh()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
