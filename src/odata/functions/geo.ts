import type { ODataFunction } from '#odata/functions/registry.ts'
import { earthRadius, isWithin, geoLength } from '#odata/geo.ts'

/** Part 2, 5.1.1.11: places on the globe and in the plane. */
export const geoFunctions: readonly ODataFunction[] = (['Geography', 'Geometry'] as const).flatMap(
  (family): readonly ODataFunction[] => {
    const isOnGlobe = family === 'Geography'
    const own = (name: string) => ({ name, id: `${name}(${family})` })
    return [
      {
        ...own('geo.distance'),
        parameters: [`Edm.${family}Point`, `Edm.${family}Point`],
        result: 'Edm.Double',
        sql: (from, to) =>
          `(select ${shown(isOnGlobe, stepText(isOnGlobe))} from (select ${ends(isOnGlobe, `g.a->'coordinates'`, `g.b->'coordinates'`)} ` +
          `from (select ${from} as a, ${to} as b) g) q)`,
        evaluate: (from = '', to = '') => String(geoLength([coordinatesOf(from), coordinatesOf(to)], isOnGlobe)),
      },
      {
        ...own('geo.length'),
        parameters: [`Edm.${family}LineString`],
        result: 'Edm.Double',
        sql: (line) =>
          `(select ${shown(isOnGlobe, `sum(${stepText(isOnGlobe)})`)} from (select ${line}->'coordinates' as a) g ` +
          `cross join lateral generate_series(1, jsonb_array_length(g.a) - 1) as i(i) ` +
          `cross join lateral (select ${ends(isOnGlobe, 'g.a->(i.i - 1)', 'g.a->i.i')}) q)`,
        evaluate: (line = '') => String(geoLength(coordinatesOf(line), isOnGlobe)),
      },
      {
        ...own('geo.intersects'),
        parameters: [`Edm.${family}Point`, `Edm.${family}Polygon`],
        result: 'Edm.Boolean',
        sql: (point, polygon) =>
          `(select case when count(q.x) > 0 then coalesce(bool_or(${isBesideText}), false) or count(*) filter (where ${crossesText}) % 2 = 1 end ` +
          `from (select ${point}->'coordinates' as a, ${polygon}->'coordinates' as b) g ` +
          `cross join lateral jsonb_array_elements(g.b) as r(r) ` +
          `cross join lateral generate_series(1, jsonb_array_length(r.r) - 1) as i(i) ` +
          `cross join lateral (select ${numberAt('g.a', 0)} as x, ${numberAt('g.a', 1)} as y, ` +
          `${ends(false, 'r.r->(i.i - 1)', 'r.r->i.i')}) q)`,
        evaluate: (point = '', polygon = '') => isWithin(coordinatesOf(point), coordinatesOf(polygon)),
      },
    ]
  },
)

function coordinatesOf<Coordinates>(shape: string): Coordinates {
  return (JSON.parse(shape) as { readonly coordinates: Coordinates }).coordinates
}

function numberAt(position: string, index: number): string {
  return `((${position})->>${index})::float8`
}

function ends(isOnGlobe: boolean, from: string, to: string): string {
  const text = (position: string, index: number) =>
    isOnGlobe ? `radians(${numberAt(position, index)})` : numberAt(position, index)
  return `${text(from, 0)} as x1, ${text(from, 1)} as y1, ${text(to, 0)} as x2, ${text(to, 1)} as y2`
}

// The haversine of an arc, or Pythagoras. Where rounding makes a sine greater than one, it is one.
function stepText(isOnGlobe: boolean): string {
  if (!isOnGlobe) return 'sqrt((q.x2 - q.x1) * (q.x2 - q.x1) + (q.y2 - q.y1) * (q.y2 - q.y1))'
  const half = (end: string) => `sin((q.${end}2 - q.${end}1) / 2)`
  const h = `${half('y')} * ${half('y')} + cos(q.y1) * cos(q.y2) * (${half('x')} * ${half('x')})`
  return `(2 * ${earthRadius}::float8 * asin(sqrt(case when ${h} > 1 then 1 else ${h} end)))`
}

function shown(isOnGlobe: boolean, metres: string): string {
  return isOnGlobe ? `floor(${metres} * 1000 + 0.5) / 1000` : metres
}

const isBesideText =
  `q.x between least(q.x1, q.x2) and greatest(q.x1, q.x2) and q.y between least(q.y1, q.y2) and greatest(q.y1, q.y2) ` +
  `and (q.x2 - q.x1) * (q.y - q.y1) = (q.y2 - q.y1) * (q.x - q.x1)`

const crossesText = `case when (q.y1 > q.y) <> (q.y2 > q.y) then q.x < ((q.x2 - q.x1) * (q.y - q.y1)) / (q.y2 - q.y1) + q.x1 end`
