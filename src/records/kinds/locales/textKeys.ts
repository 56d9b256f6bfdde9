import type { KeysOf } from '#language/translate.ts'
import type texts from '#records/kinds/locales/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    'records/kinds': KeysOf<typeof texts>
  }
}
