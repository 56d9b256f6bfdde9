import type { ControlName } from '#attributes/type.ts'

/** Where a value leads: a page, a letter, a call. Undefined where it is none of them, or not safe to follow. */
export function linkOf(control: ControlName, value: string): string | undefined {
  switch (control) {
    case 'url':
      return /^https?:\/\/\S+$/i.test(value) ? value : undefined
    case 'email':
      return /^[^\s@:?&]+@[^\s@:?&]+$/.test(value) ? `mailto:${value}` : undefined
    case 'tel':
      return /^[+\d][\d\s().-]{2,}$/.test(value) ? `tel:${value.replaceAll(/[^+\d]/g, '')}` : undefined
    default:
      return undefined
  }
}
