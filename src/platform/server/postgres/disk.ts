import { statfs } from 'node:fs/promises'

export type DiskState = 'roomy' | 'full'

export type DiskWatch = {
  readonly state: () => DiskState
  stop(): void
}

export type DiskOptions = {
  readonly folder: string
  readonly onState: (state: DiskState, freeShare: number) => void
  /** The share of the disk that is free, 0 to 1. */
  readonly freeShare?: (folder: string) => Promise<number>
  /** Milliseconds between two checks. */
  readonly every?: number
}

/** The disk counts as full below this free share ... */
const fullBelow = 0.05
/** ... and as roomy again only above this free share, so that the state does not flutter. */
const roomyAbove = 0.06

/** Checks the free disk space of `folder` at once and then periodically, and reports each change of state. */
export async function watchDisk(options: DiskOptions): Promise<DiskWatch> {
  const { folder, onState, freeShare = freeShareOf, every = 3_000 } = options
  let state: DiskState = 'roomy'
  const look = async () => {
    // A failed check says nothing about the disk: the state stays.
    const share = await freeShare(folder).catch(() => undefined)
    if (share === undefined) return
    const next = nextDiskState(state, share)
    if (next === state) return
    state = next
    onState(state, share)
  }
  await look()
  const timer = setInterval(() => void look(), every)
  timer.unref()
  return { state: () => state, stop: () => clearInterval(timer) }
}

/** The state after a check that found the free share `share`. */
export function nextDiskState(state: DiskState, share: number): DiskState {
  if (share < fullBelow) return 'full'
  return state === 'full' && share <= roomyAbove ? 'full' : 'roomy'
}

async function freeShareOf(folder: string): Promise<number> {
  const disk = await statfs(folder)
  return disk.blocks === 0 ? 1 : disk.bavail / disk.blocks
}
