import type { KeysOf } from '#language/translate.ts'
import type texts from '#labels/locales/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    labels: KeysOf<typeof texts>
  }
}
