import type { KeysOf } from '#language/translate.ts'
import type sessionTexts from '#main/locales/session/en.json'
import type startTexts from '#main/locales/start/en.json'
import type texts from '#main/locales/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    main: KeysOf<typeof sessionTexts> | KeysOf<typeof startTexts> | KeysOf<typeof texts>
  }
}
