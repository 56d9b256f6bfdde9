import { isGeo, sridOf } from '#odata/geo.ts'
import type { Facets } from '#odata/metadata/csdl.ts'
import type { EdmType } from '#odata/model.ts'

const temporal = new Set<string>(['Edm.DateTimeOffset', 'Edm.TimeOfDay', 'Edm.Duration'])
const measured = new Set<string>(['Edm.String', 'Edm.Binary'])

/** What of the facets applies to a type, and what readers would otherwise take for granted. */
export function facetsOf(type: EdmType, { maxLength, precision, scale, srid }: Facets): Facets {
  return {
    maxLength: measured.has(type) ? maxLength : undefined,
    // Without a precision moments would count as whole seconds; they are kept to the microsecond.
    precision: precision ?? (temporal.has(type) ? 6 : undefined),
    // Without a scale a decimal would count as a whole number.
    srid: isGeo(type) ? (srid ?? sridOf(type)) : undefined,
    scale: type === 'Edm.Decimal' ? (scale ?? 'variable') : undefined,
  }
}
