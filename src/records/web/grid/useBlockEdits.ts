import type { CellBlock } from '#design/web/grid/gridColumn.ts'
import type { Model } from '#entities/model.ts'
import { useLanguage } from '#language/web/language.tsx'
import type { BlockTools } from '#records/web/grid/blockEdits.ts'
import type { RecordsTable } from '#records/web/records.client.ts'

/** Pasting, filling down and emptying many cells. How it is done is loaded with the first time. */
export function useBlockEdits(
  table: RecordsTable,
  model: Model | undefined,
  { rowAt, rowCount }: Pick<BlockTools, 'rowAt' | 'rowCount'>,
  { save }: Pick<BlockTools, 'save'>,
  { steps, onUndo }: Pick<BlockTools, 'steps' | 'onUndo'>,
) {
  const language = useLanguage()
  const tools = { table, model, rowAt, rowCount, save, steps, onUndo, language }
  const load = async () => (await import('#records/web/grid/blockEdits.ts')).blockEdits(tools)
  return {
    paste: async (cells: string[][], block: CellBlock) => (await load()).paste(cells, block),
    fill: async (block: CellBlock) => (await load()).fill(block),
    clear: async (block: CellBlock) => (await load()).clear(block),
  }
}
