/** Stands in a path for "the environment of this host". */
export const hostEnvironment = 'host'

/**
 * The uri of the environment whose own host this is: `acme` of `acme.localhost:3000` when `base` is `localhost:3000`.
 * Undefined for the base itself, for deeper names and for every other host. Case and port are as RFC 9110 4.2.3 has them.
 */
export function environmentOfHost(host: string, base: string): string | undefined {
  if (host === base || !labelled.test(host)) return undefined
  const name = hostName(host)
  const suffix = `.${hostName(base)}`
  if (!name.endsWith(suffix)) return undefined
  const label = name.slice(0, -suffix.length)
  return /^[a-z][a-z0-9]{2,23}$/.test(label) ? label : undefined
}

/** Begins as the name of an environment does: other hosts are told at once. */
const labelled = /^[a-z][a-z0-9]{2,23}\./i

/**
 * The path as the main host has it: on an environment's own host the environment is left out of data paths.
 * `environment` is its id, or `hostEnvironment`. A path that names an environment already stays as it is.
 */
export function rewriteForHost(url: string, environment: string): string {
  const [, service, rest = ''] = /^(\/api\/odata\/v1)(?=[/?]|$)(.*)$/s.exec(url) ?? []
  if (!service) return url
  const first = rest.split(/[/?]/)[1] ?? ''
  if (first === environment || isUuid(first)) return url
  return `${service}/${environment}${rest === '/' ? '' : rest}`
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}
