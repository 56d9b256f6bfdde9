/** One of the caller's own sessions, as shown in the list of devices. Times are ISO 8601 texts. */
export type Device = {
  readonly id: string
  readonly browser: string | null
  readonly system: string | null
  readonly created_on: string
  readonly last_seen_on: string
  readonly remember_me: boolean
  /** Whether the session made this request. */
  readonly current: boolean
}

// The first that fits counts: later ones name themselves in the texts of earlier ones.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Browser and system named by a user agent, in words that people use; null where unknown. */
export function deviceOf(userAgent: string | null): Pick<Device, 'browser' | 'system'> {
  const name = (known: typeof browsers) => known.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? null
  return { browser: name(browsers), system: name(systems) }
}
