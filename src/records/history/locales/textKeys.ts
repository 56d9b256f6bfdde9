import type { KeysOf } from '#language/translate.ts'
import type texts from '#records/history/locales/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    'records/history': KeysOf<typeof texts>
  }
}
