/** How a maker can have a field look in forms, by class names. Product ruling 2.5: no other classes are taken. */
export const cssClasses = ['wide', 'strong', 'large', 'mono'] as const
export type CssClass = (typeof cssClasses)[number]

export function isCssClass(name: string): name is CssClass {
  return (cssClasses as readonly string[]).includes(name)
}
