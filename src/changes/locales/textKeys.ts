import type { KeysOf } from '#language/translate.ts'
import type texts from '#changes/locales/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    changes: KeysOf<typeof texts>
  }
}
