const pollEvery = 5 * 60_000

export type NewBuildPorts = {
  /** The build manifest that the server has now: `{id}`. */
  readonly fetchManifest: () => Promise<{ readonly id: string }>
  /** The build that this page came from; undefined in development. */
  readonly ownBuild: string | undefined
  readonly hasUnsavedWork: () => boolean
  readonly reload: () => void
  /** Tells the person that a new build waits until the work is saved. */
  readonly tell: () => void
  readonly log: (text: string, error: unknown) => void
}

/** Looks once whether there is a new build. A new one reloads the page, or waits while something is unsaved. */
export async function lookForNewBuild(ports: NewBuildPorts): Promise<void> {
  if (!ports.ownBuild) return
  try {
    const { id } = await ports.fetchManifest()
    if (id === ports.ownBuild) return
    if (ports.hasUnsavedWork()) ports.tell()
    else ports.reload()
  } catch (error) {
    // Specification 8: a manifest fetch failure is logged only.
    ports.log('The build manifest could not be fetched.', error)
  }
}

/** Polls the build manifest, every 5 minutes and whenever the page is looked at again. */
export function pollForNewBuild(ports: NewBuildPorts): () => void {
  const look = () => void lookForNewBuild(ports)
  const lookWhenSeen = () => document.visibilityState === 'visible' && look()
  const timer = setInterval(look, pollEvery)
  document.addEventListener('visibilitychange', lookWhenSeen)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', lookWhenSeen)
  }
}

/** The id of the build that this page came from, as the build wrote it into the page. */
export function ownBuild(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name=build]')?.content
}

export async function fetchManifest(): Promise<{ id: string }> {
  const response = await fetch('/build.json', { cache: 'no-store' })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return response.json() as Promise<{ id: string }>
}
