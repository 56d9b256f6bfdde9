import '@xyflow/react/dist/base.css'
import { Link } from '@tanstack/react-router'
import {
  Background,
  BaseEdge,
  Controls,
  Handle,
  MarkerType,
  Position,
  ReactFlow,
  useReactFlow,
  useStore,
  type Edge,
  type EdgeProps,
  type Node,
  type NodeProps,
} from '@xyflow/react'
import { RotateCw } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { box, diagramOf, type DiagramEdge, type Point } from '#entities/diagram.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { Relationship } from '#entities/relationship.ts'
import { EntityMark } from '#entities/web/EntityMark.tsx'
import { useLanguage } from '#language/web/language.tsx'

type EntityNode = Node<
  { readonly entity: EntityDefinition; readonly own: readonly Relationship[]; readonly environmentId: string },
  'entity'
>

type EntityDiagramProps = {
  readonly environmentId: string
  readonly model: Model
  /** Entities that a search found; the others step back. Undefined: all of them. */
  readonly found: ReadonlySet<string> | undefined
}

/**
 * The tables of an environment and what connects them, to look around in. All of it stands in the list as well, which is
 * what those who do not see it use.
 */
export function EntityDiagram({ environmentId, model, found }: EntityDiagramProps) {
  const { t } = useLanguage()
  const { nodes, edges } = useMemo(() => {
    const diagram = diagramOf(model)
    return {
      nodes: diagram.nodes.map(({ entity, own, x, y }): EntityNode => ({
        id: entity.id,
        type: 'entity',
        position: { x, y },
        width: box.width,
        height: box.height,
        className: found?.has(entity.id) === false ? 'opacity-40' : '',
        data: { entity, own, environmentId },
      })),
      edges: diagram.edges.map(edgeOf),
    }
  }, [model, environmentId, found])
  return (
    <div
      role="region"
      aria-label={t('entities.diagram.label')}
      className="h-[max(24rem,calc(100dvh-16rem))] overflow-hidden rounded-card border border-line bg-background"
    >
      <ReactFlow
        defaultNodes={nodes}
        defaultEdges={edges}
        key={`${model.version} ${found ? [...found].join() : ''}`}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        fitView
        fitViewOptions={fit}
        minZoom={0.1}
        maxZoom={2}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        deleteKeyCode={null}
        proOptions={{ hideAttribution: true }}
      >
        <Refit />
        <Background color="var(--color-line)" gap={24} />
        <Controls
          showInteractive={false}
          aria-label={t('entities.diagram.controls')}
          className="flex overflow-hidden rounded-control border border-control-line bg-raised [&_button]:flex [&_button]:size-8 [&_button]:items-center [&_button]:justify-center [&_button]:bg-raised [&_button]:text-text [&_button:hover]:bg-sunken [&_svg]:size-3.5 [&_svg]:fill-current"
        />
      </ReactFlow>
    </div>
  )
}

// Smaller than this, names cannot be read: what does not fit is found by moving.
const fit = { minZoom: 0.55, maxZoom: 1, padding: 0.15 }

/** Fits the diagram anew where its place gets another width, as when a phone is turned. */
function Refit() {
  const { fitView } = useReactFlow()
  const width = useStore((state) => state.width)
  useEffect(() => {
    if (width > 0) void fitView(fit)
  }, [fitView, width])
  return null
}

const nodeTypes = { entity: EntityBox }

function EntityBox({ data: { entity, own, environmentId } }: NodeProps<EntityNode>) {
  const { t } = useLanguage()
  const hidden = 'invisible'
  return (
    <div className="flex h-full w-full flex-col justify-center gap-0.5 rounded-card border border-control-line bg-raised px-3 text-text shadow-sm">
      <Handle type="target" position={Position.Right} className={hidden} />
      <span className="flex items-center gap-2">
        <EntityMark entity={entity} />
        <Link
          to={`/${environmentId}/entity/${entity.id}`}
          className="nodrag focus-ring min-w-0 truncate rounded-small font-medium hover:underline"
        >
          {entity.name}
        </Link>
      </span>
      <span className="flex items-center gap-1 text-label text-muted">
        <span className="shrink-0">{t('entities.diagram.attributes', { count: entity.attributes.length })}</span>
        {own.length > 0 && (
          <span className="flex min-w-0 items-center gap-1">
            · <RotateCw size={11} className="shrink-0" aria-hidden />
            <span className="truncate">{own.map(({ name }) => name).join(', ')}</span>
          </span>
        )}
      </span>
      <Handle type="source" position={Position.Left} className={hidden} />
    </div>
  )
}

type Way = Edge<{ readonly through: readonly Point[] }, 'way'>

const edgeTypes = { way: WayLine }

/** A line that bends between the columns and runs straight past their boxes; its name stands where it begins. */
function WayLine(props: EdgeProps<Way>) {
  const { id, sourceX, sourceY, targetX, targetY, data, label, labelStyle, labelBgStyle, labelBgPadding } = props
  const { style, markerStart, markerEnd } = props
  const points = [{ x: sourceX, y: sourceY }, ...(data?.through ?? []), { x: targetX, y: targetY }]
  const [first, second] = points
  const bends = points.slice(1).map((point, at) => {
    const before = points[at] ?? point
    const middle = (before.x + point.x) / 2
    return `C ${middle} ${before.y} ${middle} ${point.y} ${point.x} ${point.y}`
  })
  return (
    <BaseEdge
      path={`M ${sourceX} ${sourceY} ${bends.join(' ')}`}
      labelX={((first?.x ?? 0) + (second?.x ?? 0)) / 2}
      labelY={((first?.y ?? 0) + (second?.y ?? 0)) / 2}
      {...{ id, label, labelStyle, labelBgStyle, labelBgPadding, style, markerStart, markerEnd }}
    />
  )
}

/** From the side of many to the record that it points to; the arrow stands at the one. */
function edgeOf({ relationship, from, to, through }: DiagramEdge): Way {
  const { id, name, cardinality } = relationship
  return {
    id,
    type: 'way',
    data: { through },
    source: from,
    target: to,
    label: `${name} · ${cardinality}`,
    style: { stroke: 'var(--color-muted)', strokeWidth: 1.25 },
    labelStyle: { fill: 'var(--color-muted)', fontSize: 11 },
    labelBgStyle: { fill: 'var(--color-background)' },
    labelBgPadding: [4, 2],
    markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--color-muted)' },
    ...(cardinality === 'N:N' && { markerStart: { type: MarkerType.ArrowClosed, color: 'var(--color-muted)' } }),
  }
}
