import type { KeysOf } from '#language/translate.ts'
import type texts from '#records/exchange/locales/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    'records/exchange': KeysOf<typeof texts>
  }
}
