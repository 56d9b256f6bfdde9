import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Resident memory of a process, in MB. */
export async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** The slope of a line through points by least squares. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length
  const [middleX, middleY] = [mean(0), mean(1)]
  const above = points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0)
  const below = points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0)
  return below === 0 ? 0 : above / below
}

/** Bytes of living objects by what they are. */
export type HeapSizes = ReadonlyMap<string, number>

/** The options of Node under which `heapSizes` can ask a process for its heap. */
export const heapOptions = (folder: string): readonly string[] => [
  '--heapsnapshot-signal=SIGUSR2',
  `--diagnostic-dir=${folder}`,
]

/** Collects the garbage of a process that was started with `heapOptions` and sums up what lives. */
export async function heapSizes(pid: number, folder: string): Promise<HeapSizes> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  process.kill(pid, 'SIGUSR2')
  for (let last = -1; ; await pause(500)) {
    const [name] = await readdir(folder)
    const text = name === undefined ? '' : await readFile(join(folder, name), 'utf8')
    // It is whole when it has an end and grows no more.
    if (text.length > 0 && text.length === last && text.trimEnd().endsWith('}')) return sizesOf(text)
    last = text.length
  }
}

type Snapshot = {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] }
  }
  readonly nodes: readonly number[]
  readonly strings: readonly string[]
}

function sizesOf(text: string): HeapSizes {
  const { snapshot, nodes, strings } = JSON.parse(text) as Snapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field))
  const sizes = new Map<string, number>()
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[0][nodes[at + (type ?? 0)] ?? 0] ?? ''
    // Texts and code have their content as their name.
    const own = kind === 'object' || kind === 'closure' || kind === 'native'
    const key = own ? `${kind} ${strings[nodes[at + (name ?? 0)] ?? 0] ?? ''}` : kind
    sizes.set(key, (sizes.get(key) ?? 0) + (nodes[at + (size ?? 0)] ?? 0))
  }
  return sizes
}

/** What has grown most between two looks, in kB, the largest first. */
export function growths(before: HeapSizes, after: HeapSizes): (readonly [what: string, kilobytes: number])[] {
  return [...after]
    .map(([what, size]) => [what, (size - (before.get(what) ?? 0)) / 1024] as const)
    .toSorted((one, other) => other[1] - one[1])
}

export const totalOf = (sizes: HeapSizes): number => [...sizes.values()].reduce((sum, size) => sum + size, 0)
