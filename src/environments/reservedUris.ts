// Product ruling part 3, 4: first segments of pages and calls.
const paths =
  'auth main d users environments test tailwind odata metadata ai workflow dispatch security user region env announcement csrf assets health'
// Product ruling part 5: hosts that are ours. `localhost` would make a name of the machine itself ambiguous.
const hosts = 'www api app ai assets mail admin auth dev localhost'

const reserved: ReadonlySet<string> = new Set(`${paths} ${hosts}`.split(' '))

/** Whether a uri can't be an environment's because it is a page, a call or a host of the product. */
export function isReservedForEnvironments(uri: string): boolean {
  return reserved.has(uri)
}
