import { Link } from '@tanstack/react-router'
import { productName } from '#text/version.ts'

/** The product's sign, a beam on two posts, with its name. */
export function Logo({ href }: { href: string }) {
  return (
    <Link to={href} className="focus-ring flex items-center gap-2 rounded-control px-1 font-semibold text-text">
      <svg viewBox="0 0 20 20" className="size-5 text-brand" aria-hidden fill="currentColor">
        <rect x="1" y="3" width="18" height="4.5" rx="1.2" />
        <rect x="3" y="9" width="3.6" height="8.5" rx="1.2" opacity="0.55" />
        <rect x="13.4" y="9" width="3.6" height="8.5" rx="1.2" opacity="0.55" />
      </svg>
      {productName}
    </Link>
  )
}
