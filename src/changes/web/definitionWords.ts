import type { DefinitionTextsByKind } from '#changes/definitionTexts.ts'
import type { DefinitionNames } from '#changes/sayOperation.ts'

/** In which words the history tells of definitions: what they are called, and what their operations say. */
export type DefinitionWords = { readonly names: DefinitionNames; readonly texts: DefinitionTextsByKind }
