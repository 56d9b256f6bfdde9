import { expect, test } from 'vitest'
import { parseRequirements, sectionCoverage } from '../scripts/run/requirements.ts'

const rows = parseRequirements(
  [
    'id,section,requirement',
    'R120,Forms,A form opens',
    'R121,Forms,"A form, with a comma"',
    'R178,Types,"Attribute type id: can be created, edited in a form"',
  ].join('\n'),
)
const shown = (...titles: string[]) => sectionCoverage(rows, titles).map((section) => section.shown)

test('a requirement counts when a title names it, one about an attribute type when each of its aspects is named', () => {
  expect(shown('[R120] opens', '[R120, R121] both')).toEqual([2, 0])
  expect(shown('[R178] an id', '[R178:form] an id', '[R178:grid] [R178:API] an id')).toEqual([0, 0])
  expect(shown('[R178:form, R178:grid] an id', '[R178:API] [R178:exchange] an id')).toEqual([0, 1])
})
