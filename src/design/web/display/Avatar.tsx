/** A person's initials, or their picture. The name stands beside it, so it is not read out. */
export function Avatar({ name, picture, size = 24 }: { name: string; picture?: string; size?: number }) {
  const initials = name
    .split(/\s+/u)
    .filter(Boolean)
    .map((word) => [...word][0] ?? '')
  const shown = (initials.length > 1 ? [initials[0], initials.at(-1)] : initials).join('').toUpperCase()
  return (
    <span
      aria-hidden
      className="grid shrink-0 place-items-center overflow-hidden rounded-full bg-grey-tint font-semibold text-grey"
      style={{ width: size, height: size, fontSize: size * 0.4 }}
    >
      {picture ? <img src={picture} alt="" className="size-full object-cover" /> : shown}
    </span>
  )
}
