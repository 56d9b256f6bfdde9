import type { KeysOf } from '#language/translate.ts'
import type sessionTexts from '#audit/locales/session/en.json'
import type texts from '#audit/locales/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    audit: KeysOf<typeof sessionTexts> | KeysOf<typeof texts>
  }
}
