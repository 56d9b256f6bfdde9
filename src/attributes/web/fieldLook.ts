import type { Field } from '#attributes/attribute.ts'
import { isCssClass, type CssClass } from '#attributes/cssClass.ts'

const looks: Readonly<Record<CssClass, string>> = {
  wide: '@lg:col-span-full',
  strong: '[&_label]:font-semibold [&_label]:text-text',
  large: '[&_.control]:text-title',
  mono: '[&_.control]:font-mono',
}

/** The classes of a field's place in a form: the name that the maker chose, and how it looks. */
export function fieldLook({ cssclass }: Pick<Field, 'cssclass'>): string | undefined {
  return cssclass !== null && isCssClass(cssclass) ? `${cssclass} ${looks[cssclass]}` : undefined
}
