import type { KeysOf } from '#language/translate.ts'
import type startTexts from '#platform/locales/start/en.json'
import type texts from '#platform/locales/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    platform: KeysOf<typeof startTexts> | KeysOf<typeof texts>
  }
}
