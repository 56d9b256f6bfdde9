const base =
  'focus-ring inline-flex h-control shrink-0 items-center justify-center gap-1.5 rounded-control border px-3 font-medium whitespace-nowrap transition-colors [&>svg]:size-4'

/** Links that look like the buttons of the design system: what leads somewhere is a link, also when it is the main thing to do. */
export const buttonLink = {
  primary: `${base} border-transparent bg-brand-fill text-on-brand hover:bg-[color-mix(in_srgb,var(--brand-fill)_90%,black)]`,
  secondary: `${base} border-control-line bg-background text-text hover:bg-subtle`,
} as const
