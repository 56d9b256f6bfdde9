import type { KeysOf } from '#language/translate.ts'
import type texts from '#jobs/locales/en.json'

declare module '#language/translate.ts' {
  interface RoomTexts {
    jobs: KeysOf<typeof texts>
  }
}
