import type { KeysOf } from '#language/translate.ts'
import type texts from '#odata/locales/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    odata: KeysOf<typeof texts>
  }
}
