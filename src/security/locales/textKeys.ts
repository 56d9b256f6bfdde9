import type { KeysOf } from '#language/translate.ts'
import type sessionTexts from '#security/locales/session/en.json'
import type texts from '#security/locales/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    security: KeysOf<typeof sessionTexts> | KeysOf<typeof texts>
  }
}
