import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverTypeParts } from '#attributes/listMetadataParts.ts'
import { attributeTypeNames } from '#attributes/types.ts'

// What a type decides stands in its own file. A file elsewhere that names a type decides something for it, which a new type
// would silently miss: such files are written down here with their reason, and the list only becomes shorter.
const permitted: Readonly<Record<string, readonly string[]>> = {
  'faces: one entry for each name that types use, which the compiler demands': [
    'attributes/web/typeIcons.tsx',
    'attributes/web/valueText.ts',
    'records/web/grid/useGridDecorations.tsx',
  ],
  'invented records of the style guide': ['main/web/samples.ts'],
  'options belong to choices alone': [
    'entities/attributeRow.ts',
    'entities/neighbourRules.ts',
    'entities/web/AttributeBasics.tsx',
    'entities/web/AttributeDrafts.tsx',
    'records/web/kinds/board/BoardSettings.tsx',
    'records/web/kinds/calendar/EventBar.tsx',
    'records/web/viewEditor/FilterChips.tsx',
  ],
  'clocks and zones: what is a day and what is an instant': [
    'entities/convertBound.ts',
    'records/exchange/import/importDraft.ts',
    'records/exchange/server/import/lookups.ts',
    'records/exchange/web/import/ColumnLine.tsx',
    'records/kinds/calendar.ts',
    'records/readClip.ts',
    'records/web/form/RecordFacts.tsx',
    'records/web/kinds/calendar/Agenda.tsx',
  ],
  'members and teams are told apart by the kind of principal': [
    'records/exchange/import/rowReader.ts',
    'records/web/grid/linked.client.ts',
  ],
  'pictures are files with a preview': [
    'attributes/web/controls/FilesEditor.tsx',
    'records/files/server/upload.ts',
    'records/web/kinds/CardSettings.tsx',
  ],
  'guesses of imports: which form of text speaks for which type': ['records/exchange/import/columnType.ts'],
  'lines of a long text stay': ['attributes/validators.ts', 'records/web/form/ConflictDialog.tsx', 'views/listing.ts'],
  'the words for yes and no': ['records/kinds/board.ts', 'records/web/viewEditor/FilterEditor.tsx'],
  'a key of an import is no secret and no yes or no': ['records/exchange/web/import/TargetFields.tsx'],
  'a question to the data service is edited by what it asks': ['attributes/web/controls/DataQueryControl.tsx'],
  'types of variables and of expressions, which have the same words': [
    'entities/web/VariableTable.tsx',
    'expressions/functions/operators.ts',
    'expressions/variable.ts',
  ],
}

// Ends of relationships, expressions and counters are concepts of their own with rooms that work them out.
const ownConcepts: ReadonlySet<string> = new Set(['N:1', '1:N', 'N:N', 'formula', 'rollup', 'autonumber'])
const names = attributeTypeNames.filter((name) => !ownConcepts.has(name))
// Most names are everyday words: of them only comparisons with a type are told from other texts.
const unmistakable = ['rating', 'textarea', 'multiselect', 'markup', 'wysiwyg', 'dataquery']
const comparison = new RegExp(`(?:\\.type|\\btype|\\bfrom|\\bto) *[!=]== *'(?:${names.join('|')})'`)
const literal = new RegExp(`'(?:${unmistakable.join('|')})'`)
const own = /^(?:attributes\/types\/|attributes\/types?\.ts$|odata\/|design\/|platform\/|language\/)/
const source = join(import.meta.dirname, '..', 'src')

function sourceFiles(): readonly string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !own.test(file))
    .toSorted()
}

function codeOf(file: string): string {
  return readFileSync(join(source, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
}

test('a file outside the attribute types names one only where a reason is written down', () => {
  const naming = sourceFiles().filter((file) => {
    const code = codeOf(file)
    return comparison.test(code) || literal.test(code)
  })
  expect(naming).toEqual(Object.values(permitted).flat().toSorted())
})

test('what only servers know of a type is asked for by no screen: the build leaves it out there', () => {
  const parts = new RegExp(`attributeTypes\\[[^\\]]*\\]\\.(?:${serverTypeParts.join('|')})\\b`)
  const words = /\b(?:sqlReader|sqlWriter|sqlFrom|cellReader|keepsSpaces)\b/
  expect(
    sourceFiles().filter((file) => file.includes('/web/') && (parts.test(codeOf(file)) || words.test(codeOf(file)))),
  ).toEqual([])
})
