import type { EntityDefinition } from '#entities/entity.ts'
import { entitiesOf, type Model } from '#entities/model.ts'
import type { Relationship } from '#entities/relationship.ts'

/** Sizes of an entity's box and of the gaps around it, in pixels. */
export const box = { width: 208, height: 64, across: 96, along: 28 } as const

export type DiagramNode = {
  readonly entity: EntityDefinition
  /** Relationships of the entity to itself, which have no line. */
  readonly own: readonly Relationship[]
  readonly x: number
  readonly y: number
}
export type DiagramEdge = {
  readonly relationship: Relationship
  /** The `many` side; for N:N the side of the first end. */
  readonly from: string
  readonly to: string
  /** Points of the line between the boxes of the columns in between; empty for neighbouring columns. */
  readonly through: readonly Point[]
}
export type Point = { readonly x: number; readonly y: number }
export type Diagram = { readonly nodes: readonly DiagramNode[]; readonly edges: readonly DiagramEdge[] }

/**
 * Layout of an environment's entities: referenced entities stand to the left of the referring ones, related entities
 * near each other, entities without relationships below. Link entities have no box; their relationship is a line. The
 * layout is deterministic.
 */
export function diagramOf(model: Model): Diagram {
  const entities = entitiesOf(model)
  const known = new Set(entities.map(({ id }) => id))
  const relationships = [...model.relationships.values()]
    .filter(({ from_entity, to_entity }) => known.has(from_entity) && known.has(to_entity))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const edges = relationships
    .filter(({ from_entity, to_entity }) => from_entity !== to_entity)
    .map((relationship): Line => ({
      relationship,
      from: relationship.from_entity,
      to: relationship.to_entity,
    }))
  const joined = new Set(edges.flatMap(({ from, to }) => [from, to]))
  const { layers: crossed, pieces } = withPassages(layersOf([...joined], edges), edges)
  const layers = ordered(crossed, pieces)
  const tallest = Math.max(0, ...layers.map(({ length }) => length))
  const placed = new Map<string, { x: number; y: number }>()
  for (const [column, layer] of layers.entries()) {
    const offset = (tallest - layer.length) / 2
    for (const [row, id] of layer.entries()) placed.set(id, at(column, row + offset))
  }
  const alone = entities.filter(({ id }) => !joined.has(id))
  const columns = Math.max(layers.length, Math.min(4, alone.length), 1)
  for (const [index, { id }] of alone.entries()) {
    const row = Math.floor(index / columns) + (tallest > 0 ? tallest + 0.5 : 0)
    placed.set(id, at(index % columns, row))
  }
  const nodes = entities.map((entity) => {
    const own = relationships.filter((each) => each.from_entity === entity.id && each.to_entity === entity.id)
    return { entity, own, ...(placed.get(entity.id) ?? at(0, 0)) }
  })
  const ways = edges.map((edge): DiagramEdge => {
    const slots = layers.map((_, column) => placed.get(passageOf(edge, column))).filter((slot) => slot !== undefined)
    // From the `many` side at the right to the left.
    const through = slots.toReversed().flatMap(({ x, y }) => {
      const middle = y + box.height / 2
      return [
        { x: x + box.width, y: middle },
        { x, y: middle },
      ]
    })
    return { ...edge, through }
  })
  return { nodes, edges: ways }
}

type Line = Omit<DiagramEdge, 'through'>
type Piece = { readonly from: string; readonly to: string }

function passageOf({ relationship }: Line, column: number): string {
  return `${relationship.id} at ${column}`
}

/** A line over several columns gets a slot in each column in between, so that it does not cross boxes. */
function withPassages(
  layers: readonly (readonly string[])[],
  edges: readonly Line[],
): { layers: string[][]; pieces: Piece[] } {
  const columns = new Map(layers.flatMap((layer, column) => layer.map((id) => [id, column] as const)))
  const crossed = layers.map((layer) => [...layer])
  const pieces: Piece[] = []
  for (const edge of edges) {
    const last = columns.get(edge.to) ?? 0
    let from = edge.from
    for (let column = (columns.get(edge.from) ?? 0) - 1; column > last; column--) {
      const passage = passageOf(edge, column)
      crossed[column]?.push(passage)
      pieces.push({ from, to: passage })
      from = passage
    }
    pieces.push({ from, to: edge.to })
  }
  return { layers: crossed, pieces }
}

function at(column: number, row: number) {
  return { x: column * (box.width + box.across), y: row * (box.height + box.along) }
}

/** The column is the longest path from an entity without references; edges that would close a cycle are ignored. */
function layersOf(ids: readonly string[], edges: readonly Piece[]): string[][] {
  const depths = new Map<string, number>()
  const open = new Set<string>()
  const depthOf = (id: string): number => {
    const known = depths.get(id)
    if (known !== undefined) return known
    open.add(id)
    const targets = edges.filter(({ from, to }) => from === id && !open.has(to))
    const depth = Math.max(0, ...targets.map(({ to }) => depthOf(to) + 1))
    open.delete(id)
    depths.set(id, depth)
    return depth
  }
  for (const id of ids) depthOf(id)
  // An entity referenced only from distant columns moves next to them, which shortens lines.
  for (const id of ids.toSorted((one, other) => (depths.get(other) ?? 0) - (depths.get(one) ?? 0))) {
    const sources = edges.filter(({ to }) => to === id).map(({ from }) => depths.get(from) ?? 0)
    const nearest = Math.min(...sources) - 1
    if (sources.length > 0 && nearest > (depths.get(id) ?? 0)) depths.set(id, nearest)
  }
  const layers: string[][] = Array.from({ length: Math.max(-1, ...depths.values()) + 1 }, () => [])
  for (const id of ids.toSorted()) layers[depths.get(id) ?? 0]?.push(id)
  return layers
}

/** A few sweeps move each entity to the middle of its neighbours, which reduces crossings. */
function ordered(layers: string[][], edges: readonly Piece[]): string[][] {
  let current = layers
  for (let sweep = 0; sweep < 4; sweep++) {
    const rows = new Map(current.flatMap((layer) => layer.map((id, row) => [id, row - layer.length / 2] as const)))
    current = current.map((layer) =>
      layer
        .map((id, row) => ({ id, row, middle: middleOf(id, edges, rows) ?? row - layer.length / 2 }))
        .toSorted((one, other) => one.middle - other.middle || one.row - other.row)
        .map(({ id }) => id),
    )
  }
  return current
}

function middleOf(id: string, edges: readonly Piece[], rows: ReadonlyMap<string, number>): number | undefined {
  const neighbours = edges.flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : []))
  const found = neighbours.map((each) => rows.get(each) ?? 0)
  return found.length > 0 ? found.reduce((sum, row) => sum + row, 0) / found.length : undefined
}
