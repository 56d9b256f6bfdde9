import type { KeysOf } from '#language/translate.ts'
import type texts from '#expressions/locales/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    expressions: KeysOf<typeof texts>
  }
}
