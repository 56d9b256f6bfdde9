/** Where calls go. By default everything is one origin; an installation may name hosts of its own (product part 5). */
export type Hosts = {
  /** Base address of the API, without a slash at its end. */
  readonly api: string
  /** Base address of AI predictions. */
  readonly ai: string
  /** Base address of the versioned JSON files. */
  readonly assets: string
  /** Base address of an environment's own API, with `{uri}` in place of its uri. */
  readonly environment: string
}

/** One of the hosts, or the uri of the environment whose own host is meant. */
export type Host = 'api' | 'ai' | 'assets' | { readonly environment: string }

let hosts: Hosts = { api: '/api', ai: '/api', assets: '/assets', environment: '/api' }

/** Takes over the hosts that the configuration or a region record names; those not named stay. */
export function nameHosts(named: Partial<Hosts>): void {
  hosts = { ...hosts, ...named }
}

/** The full address of a path on a host. */
export function hostAddress(path: string, host: Host = 'api'): string {
  const base = typeof host === 'string' ? hosts[host] : hosts.environment.replace('{uri}', host.environment)
  return base + (path.startsWith('/') ? path : `/${path}`)
}
