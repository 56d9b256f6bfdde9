import type { BoundType } from '#odata/bind/bound.ts'
import type { EdmType } from '#odata/model.ts'

type Position = readonly [x: number, y: number, z?: number]
type Shape =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }

type GeoType = Extract<EdmType, `Edm.Geo${string}`>

/**
 * Mean radius of the earth (IUGG), in metres. Distances are great circles on a sphere of this radius, to the
 * millimetre.
 */
export const earthRadius = 6_371_008.8

const geoPattern = /^Edm\.(Geography|Geometry)(Point|LineString|Polygon)$/
/** Maximum number of positions in one shape. */
const mostPositions = 10_000
/** Coordinate range in which squares of differences stay within a double. */
const [nearest, farthest] = [1e-15, 1e15]

/** Whether the type is a geographic or geometric shape; SQL stores shapes as jsonb with GeoJSON. */
export function isGeo(type: BoundType): type is GeoType {
  return typeof type === 'string' && geoPattern.test(type)
}

/** The default coordinate reference system (EPSG): WGS 84 for geography, 0 for a plane. */
export function sridOf(type: EdmType): number {
  return type.startsWith('Edm.Geography') ? 4326 : 0
}

const literalPattern = /^SRID=(\d{1,5});\s*(Point|LineString|Polygon)\s*\(/i
const kinds: Readonly<Record<string, Shape['type']>> = { point: 'Point', linestring: 'LineString', polygon: 'Polygon' }

/** The type of a literal such as `geography'SRID=4326;Point(24.1 56.9)'`; undefined for unsupported shapes. */
export function geoTypeOf(prefix: string, text: string): EdmType | undefined {
  const kind = kinds[literalPattern.exec(text)?.[2]?.toLowerCase() ?? '']
  if (!kind) return undefined
  return prefix.toLowerCase() === 'geography' ? `Edm.Geography${kind}` : `Edm.Geometry${kind}`
}

/** Canonical GeoJSON of a literal or a JSON value; undefined where the value is no shape of the type. */
export function shapeText(type: EdmType, srid: number | undefined, value: unknown): string | undefined {
  const given = typeof value === 'string' ? readLiteral(value, srid) : objectOf(value, srid ?? sridOf(type))
  const [, family, kind = ''] = geoPattern.exec(type) ?? []
  if (!given || given.type !== kind) return undefined
  const read = (each: unknown) => positionOf(each, family === 'Geography')
  const coordinates = coordinatesOf(kind, given.coordinates, read)
  return coordinates && JSON.stringify({ type: kind, coordinates })
}

type Given = { readonly type: unknown; readonly coordinates: unknown }

function readLiteral(text: string, srid: number | undefined): Given | undefined {
  const found = literalPattern.exec(text)
  if (!found || (srid !== undefined && Number(found[1]) !== srid)) return undefined
  const type = kinds[found[2]?.toLowerCase() ?? '']
  const inner = text.slice(text.indexOf('('))
  if (!/^[\s(),\d.eE+-]*$/.test(inner)) return undefined
  // Positions are numbers separated by blanks, lists are in parentheses: nearly JSON.
  const listed = inner
    .replace(/[^\s(),][^(),]*/g, (position) => `[${position.trim().split(/\s+/).map(numberText).join()}]`)
    .replaceAll('(', '[')
    .replaceAll(')', ']')
  try {
    const all: unknown = JSON.parse(listed)
    const [only] = Array.isArray(all) && type === 'Point' ? (all as unknown[]) : [all]
    return type && { type, coordinates: only }
  } catch {
    return undefined
  }
}

function numberText(text: string): string {
  const number = Number(text)
  return Number.isFinite(number) ? String(number) : 'null'
}

function objectOf(value: unknown, srid: number): Given | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { type, coordinates, crs } = value as Record<string, unknown>
  if (crs === undefined || crs === null) return { type, coordinates }
  const name: unknown = (crs as { properties?: { name?: unknown } }).properties?.name
  return name === `EPSG:${srid}` ? { type, coordinates } : undefined
}

type ReadPosition = (value: unknown) => Position | undefined

function coordinatesOf(kind: string, value: unknown, read: ReadPosition): Shape['coordinates'] | undefined {
  if (kind === 'Point') return read(value)
  if (kind === 'LineString') return positionsOf(value, 2, read)
  if (!Array.isArray(value) || value.length === 0) return undefined
  const rings = value.map((ring: unknown) => positionsOf(ring, 4, read))
  const whole = rings.filter((ring) => ring !== undefined && isClosed(ring))
  const count = rings.reduce((sum, ring) => sum + (ring?.length ?? 0), 0)
  return whole.length === rings.length && count <= mostPositions ? (whole as Position[][]) : undefined
}

function positionsOf(value: unknown, least: number, read: ReadPosition): readonly Position[] | undefined {
  if (!Array.isArray(value) || value.length < least || value.length > mostPositions) return undefined
  const found = value.map(read).filter((position) => position !== undefined)
  return found.length === value.length ? found : undefined
}

function isClosed(ring: readonly Position[]): boolean {
  const [first, last] = [ring[0], ring.at(-1)]
  return first?.[0] === last?.[0] && first?.[1] === last?.[1]
}

function positionOf(value: unknown, isOnGlobe: boolean): Position | undefined {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) return undefined
  // Numbers with many digits arrive as texts.
  const numbers = value.map((each: unknown) => {
    const isNumber =
      typeof each === 'number' || (typeof each === 'string' && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(each))
    return isNumber ? small(Number(each)) : Number.NaN
  })
  const [x = Number.NaN, y = Number.NaN, z = 0] = numbers
  const isInside = isOnGlobe ? Math.abs(x) <= 180 && Math.abs(y) <= 90 : Math.max(Math.abs(x), Math.abs(y)) <= farthest
  if (!isInside || !(Math.abs(z) <= farthest)) return undefined
  return numbers.length === 3 ? [x, y, z] : [x, y]
}

function small(number: number): number {
  return Math.abs(number) < nearest ? 0 : number
}

/** A shape as literal text: `SRID=4326;Point(24.1 56.9)`. */
export function literalOfShape(type: EdmType, srid: number | undefined, shape: unknown): string {
  const { type: kind, coordinates } = shape as Shape
  const written = (value: unknown): string => {
    const list = value as readonly unknown[]
    return typeof list[0] === 'number' ? list.join(' ') : `(${list.map(written).join(',')})`
  }
  const inner = kind === 'Point' ? `(${written(coordinates)})` : written(coordinates)
  return `SRID=${srid ?? sridOf(type)};${kind}${inner}`
}

function radians(degrees: number): number {
  return degrees * (Math.PI / 180)
}

function arc([x1, y1]: Position, [x2, y2]: Position): number {
  const [a, b] = [Math.sin((radians(y2) - radians(y1)) / 2), Math.sin((radians(x2) - radians(x1)) / 2)]
  const h = a * a + Math.cos(radians(y1)) * Math.cos(radians(y2)) * (b * b)
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(h, 1)))
}

function straight([x1, y1]: Position, [x2, y2]: Position): number {
  const [a, b] = [x2 - x1, y2 - y1]
  return Math.sqrt(a * a + b * b)
}

/** Length of a line of positions: metres on the globe, coordinate units on a plane. */
export function geoLength(positions: readonly Position[], isOnGlobe: boolean): number {
  const steps = positions.slice(1).map((to, index) => (isOnGlobe ? arc : straight)(positions[index] ?? to, to))
  const sum = steps.reduce((all, step) => all + step, 0)
  return isOnGlobe ? Math.floor(sum * 1000 + 0.5) / 1000 : sum
}

/** Whether a position lies inside a polygon or on its edge; edges are straight in coordinates. */
export function isWithin([x, y]: Position, rings: readonly (readonly Position[])[]): boolean {
  let crossings = 0
  for (const ring of rings) {
    for (const [index, [bx, by]] of ring.slice(1).entries()) {
      const [ax, ay] = ring[index] ?? [bx, by]
      const isBeside = x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by)
      if (isBeside && (bx - ax) * (y - ay) === (by - ay) * (x - ax)) return true
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) crossings += 1
    }
  }
  return crossings % 2 === 1
}
