import * as z from 'zod/mini'

/** Specification 5: names of attribute, entity, view, layout, environment, step and automation hold 3 to 24 characters. */
export const nameLength = { min: 3, max: 24 } as const
/** Specification 5: descriptions hold 3 to 255 characters. */
export const descriptionLength = { min: 3, max: 255 } as const

/** A definition's name, trimmed. */
export const nameSchema = z.string().check(z.trim(), lengthBetween(nameLength.min, nameLength.max))

/** A definition's description; null or an empty text means none. */
export const descriptionSchema = z.pipe(
  z.nullish(z.string().check(z.trim())),
  z.transform((text: string | null | undefined, context) => {
    if (!text) return null
    const { min, max } = descriptionLength
    if (text.length < min || text.length > max) {
      context.issues.push({ code: 'custom', message: 'validation.length', params: { min, max }, input: text })
      return z.NEVER
    }
    return text
  }),
)

/** A check that a text holds `min` to `max` characters; both bounds are named in one refusal. */
export function lengthBetween(min: number, max: number) {
  return z.refine<string>((text) => text.length >= min && text.length <= max, {
    message: 'validation.length',
    params: { min, max },
  })
}
