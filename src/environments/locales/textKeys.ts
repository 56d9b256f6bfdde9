import type { KeysOf } from '#language/translate.ts'
import type sessionTexts from '#environments/locales/session/en.json'
import type texts from '#environments/locales/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    environments: KeysOf<typeof sessionTexts> | KeysOf<typeof texts>
  }
}
