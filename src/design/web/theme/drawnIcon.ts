import type { LucideIcon, LucideProps } from 'lucide-react'
import { createElement, type ComponentType } from 'react'

/** The elements of a drawing on 24 by 24, and what they are drawn with. */
type Drawing = { readonly node: readonly (readonly [name: string, attributes: Readonly<Record<string, string>>])[] }

/**
 * An icon as lucide-react draws it, without what nobody here asks it for. The build puts it in the place of their own
 * (scripts/viteIcons.ts).
 */
export function drawnIcon({ node }: Drawing): LucideIcon {
  const Icon: ComponentType<LucideProps> = ({ size = 24, color = 'currentColor', className, children, ...rest }) => {
    const isSaid =
      Boolean(children) ||
      Object.entries(rest).some(([name, value]) => value != null && /^(?:aria-|role$|title$)/.test(name))
    const svg = {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: color,
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      className: className ? `lucide ${className}` : 'lucide',
      ...(isSaid ? {} : { 'aria-hidden': true }),
      ...rest,
    } as const
    return createElement('svg', svg, ...node.map(([name, attributes]) => createElement(name, attributes)), children)
  }
  return Icon as LucideIcon
}
