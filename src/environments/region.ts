/** Specification 3: Europe, United States, Asia Pacific, Russia. The names are texts: `environments.region.<code>`. */
export const regionCodes = ['eu', 'us', 'ap', 'ru'] as const
export type RegionCode = (typeof regionCodes)[number]

/** A region as `GET /region/v1` lists it; not available when this installation has no cluster there. */
export type Region = {
  readonly code: RegionCode
  readonly name: string
  readonly available: boolean
  /** Own hosts of the region, where the installation gives it some. */
  readonly api_host: string | null
  readonly asset_host: string | null
  readonly ai_host: string | null
}
