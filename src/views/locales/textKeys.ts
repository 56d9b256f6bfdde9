import type { KeysOf } from '#language/translate.ts'
import type sessionTexts from '#views/locales/session/en.json'
import type texts from '#views/locales/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    views: KeysOf<typeof sessionTexts> | KeysOf<typeof texts>
  }
}
