import type { KeysOf } from '#language/translate.ts'
import type sessionTexts from '#entities/locales/session/en.json'
import type texts from '#entities/locales/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    entities: KeysOf<typeof sessionTexts> | KeysOf<typeof texts>
  }
}
