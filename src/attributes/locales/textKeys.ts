import type { KeysOf } from '#language/translate.ts'
import type sessionTexts from '#attributes/locales/session/en.json'
import type texts from '#attributes/locales/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    attributes: KeysOf<typeof sessionTexts> | KeysOf<typeof texts>
  }
}
