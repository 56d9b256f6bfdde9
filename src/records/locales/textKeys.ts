import type { KeysOf } from '#language/translate.ts'
import type sessionTexts from '#records/locales/session/en.json'
import type texts from '#records/locales/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    records: KeysOf<typeof sessionTexts> | KeysOf<typeof texts>
  }
}
