import type { LaterPart } from '#language/startTexts.ts'
import { loadLater } from '#language/web/language.tsx'

/** Few texts, which many pages say some of. */
const shared: readonly LaterPart[] = ['entry', 'doing']

/** A page that says more than the texts of the start is shown when they are here. */
export async function withTexts<Page>(page: Promise<Page>, part: LaterPart): Promise<Page> {
  const [loaded] = await Promise.all([page, loadLater(part === 'rest' ? [part] : [part, ...shared])])
  return loaded
}
