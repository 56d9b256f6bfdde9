import type { Language } from '#language/web/language.tsx'
import type { DynamicValue } from '#views/dynamic.ts'

/** What people read for a value that is worked out when somebody reads. */
export function sayDynamic(value: DynamicValue, { t }: Pick<Language, 't'>): string {
  switch (value.dynamic) {
    case 'variable':
      return t('views.dynamic.variable', { key: value.key })
    case 'period': {
      const { unit, shift } = value
      if (shift === 0) return t(`views.dynamic.period.${unit}.this`)
      if (shift === -1) return t(`views.dynamic.period.${unit}.last`)
      if (shift === 1) return t(`views.dynamic.period.${unit}.next`)
      const count = Math.abs(shift)
      return shift < 0
        ? t(`views.dynamic.period.${unit}.ago`, { count })
        : t(`views.dynamic.period.${unit}.ahead`, { count })
    }
    default:
      return t(`views.dynamic.${value.dynamic}`)
  }
}
