import type { KeysOf } from '#language/translate.ts'
import type sessionTexts from '#design/locales/session/en.json'
import type startTexts from '#design/locales/start/en.json'
import type texts from '#design/locales/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    design: KeysOf<typeof sessionTexts> | KeysOf<typeof startTexts> | KeysOf<typeof texts>
  }
}
