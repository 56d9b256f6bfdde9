/**
 * One attack of those in docs/security.md, made twice: on ours, and on a naive twin that does what it guards in the way that
 * comes to mind first. It answers what it gained. That it gains something from the twin shows that it can tell.
 */
export type Attack = {
  readonly name: string
  readonly ours: () => Promise<readonly string[]>
  readonly naive: () => Promise<readonly string[]>
}

/** The same attack on both. */
export function attack<Target>(
  name: string,
  gain: (target: Target) => Promise<readonly string[]>,
  { ours, naive }: { readonly ours: Target; readonly naive: Target },
): Attack {
  return { name, ours: () => gain(ours), naive: () => gain(naive) }
}

/** Those of the samples by which something is gained. */
export async function gainedBy<Sample>(
  samples: readonly Sample[],
  isGain: (sample: Sample) => Promise<boolean>,
): Promise<string[]> {
  const gained: string[] = []
  for (const sample of samples) if (await isGain(sample)) gained.push(JSON.stringify(sample))
  return gained
}
