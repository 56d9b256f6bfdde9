import type { KeysOf } from '#language/translate.ts'
import type startTexts from '#language/locales/start/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    language: KeysOf<typeof startTexts>
  }
}
