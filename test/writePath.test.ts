import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .toSorted()
  .map((path) => ({ path, code: readFileSync(join(root, path), 'utf8') }))

/** The files whose code, without its comments, has the pattern. */
function filesWith(pattern: RegExp): string[] {
  return sources
    .filter(({ code }) => pattern.test(code.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '')))
    .map(({ path }) => path)
}

const callersOf = (name: string) => filesWith(new RegExp(`(?<!function )\\b${name}\\(`))

describe('one path of writes', () => {
  test('a PATCH or PUT goes from its route to its statement through one function for each thing that is added', () => {
    const path = ['upsertRow', 'updateTree', 'updateRecord', 'compileUpdate']
    expect(Object.fromEntries(path.map((name) => [name, callersOf(name)]))).toEqual({
      // Headers, conditions, a key that counts once, and a row that is not there.
      upsertRow: ['src/odata/protocol/writeResource.ts'],
      // Nested rows.
      updateTree: ['src/odata/protocol/deepWrite.ts', 'src/odata/protocol/links.ts', 'src/odata/protocol/upsertRow.ts'],
      // Rights, checked values, and the statement; the second and third take back, the fourth works through a list.
      updateRecord: [
        'src/records/history/server/history.ts',
        'src/records/server/recordStore.ts',
        'src/records/server/work/revert.ts',
        'src/records/server/work/workItems.ts',
      ],
      compileUpdate: ['src/records/server/updateRecord.ts'],
    })
  })

  test('a snapshot is pinned by one function, and what was pinned to an old one begins anew in one loop', () => {
    // Whoever makes a source of snapshots could pin one.
    expect(filesWith(/\breload: /).filter((path) => /^src\/(records|entities)\//.test(path))).toEqual([
      'src/entities/server/model.ts',
      'src/records/server/pinModel.ts',
    ])
    expect(filesWith(/models\.reload\(/).filter((path) => path.startsWith('src/records/'))).toEqual([
      'src/records/server/freshModel.ts',
    ])
    // The list of a job goes on with the items that were done; the rest begins anew with the loop of all others.
    expect(filesWith(/instanceof ModelChanged/)).toEqual([
      'src/records/server/freshModel.ts',
      'src/records/server/work/workItems.ts',
    ])
    expect(callersOf('inPinnedTransaction')).toEqual([
      'src/records/server/cascade.ts',
      'src/records/server/recordStore.ts',
    ])
  })

  test('a cell goes from the key press to fetch through four functions', () => {
    const calls = ['editCell', 'saveEdit', 'saveRecord', 'patchRecord'].map((name) => [name, callersOf(name)])
    expect(Object.fromEntries(calls)).toEqual({
      editCell: [
        'src/records/web/grid/RecordsGrid.tsx',
        'src/records/web/grid/UnsentEditsNotice.tsx',
        'src/records/web/grid/cellEdits.ts',
        'src/records/web/grid/useCellEdits.ts',
      ],
      saveEdit: [
        'src/records/web/grid/cellEdits.ts',
        'src/records/web/grid/useCellEdits.ts',
        'src/records/web/kinds/useMoves.tsx',
      ],
      saveRecord: ['src/records/web/form/useFormSaving.ts', 'src/records/web/grid/cellEdits.ts'],
      patchRecord: [
        'src/records/web/form/RecordPage.tsx',
        'src/records/web/form/saveRecord.ts',
        'src/records/web/form/useFormSaving.ts',
      ],
    })
  })
})
