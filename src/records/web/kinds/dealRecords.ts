import { attributeOf, type AttributeDraft } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'

const attributes = [
  {
    name: 'Stage',
    uri: 'stage',
    type: 'select',
    required: true,
    options: [
      { value: 'open', label: 'Open', color: '#2563eb', active: true },
      { value: 'won', label: 'Won', color: null, active: true },
      { value: 'old', label: 'Former', color: null, active: false },
    ],
  },
  { name: 'Begins', uri: 'begins', type: 'date' },
  { name: 'Ends', uri: 'ends', type: 'date' },
].map((draft, position) =>
  attributeOf(draft as AttributeDraft, { id: `a${position}`, entity_id: 'e', change_id: 'c', position }),
)
const whole = entityOf({ name: 'Deal', collectionname: 'Deals', uri: 'deals' }, { id: 'e', change_id: 'c' })
/** Deals with a stage and two days, for the tests of kinds of views. */
export const dealEntity = withAttributes(whole, attributes)

/** The month of this day, YYYY-MM. */
export const dealMonth = new Date().toISOString().slice(0, 7)

/** A deal that is open for three days of this month. */
export const dealRecord = {
  id: 'r1',
  '@odata.etag': 'W/"1"',
  name: 'Fair',
  version: '1',
  stage: 'open',
  begins: `${dealMonth}-10`,
  ends: `${dealMonth}-12`,
}
