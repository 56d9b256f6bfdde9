import type { KeysOf } from '#language/translate.ts'
import type sessionTexts from '#accounts/locales/session/en.json'
import type startTexts from '#accounts/locales/start/en.json'
import type texts from '#accounts/locales/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    accounts: KeysOf<typeof sessionTexts> | KeysOf<typeof startTexts> | KeysOf<typeof texts>
  }
}
