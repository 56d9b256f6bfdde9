import type { Attribute } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { memoize } from '#platform/memoize.ts'

/**
 * The attributes of a changed model whose expressions the change may affect: those whose text contains the name of a
 * changed definition, and, because formulas may read formulas, transitively those that contain the name of such an
 * attribute. Over-approximates on purpose: every name that an expression reads is in its text, and a false positive
 * costs one extra read.
 */
export function affectedExpressions(before: Model, after: Model): readonly Attribute[] {
  const all = [...after.entities.values()].flatMap((entity) =>
    entity.attributes.filter(hasExpressions).map((attribute) => ({ entity, attribute })),
  )
  if (all.length === 0) return []
  const words = changedWords(before, after)
  if (!words) return all.map(({ attribute }) => attribute)
  const found = new Set<Attribute>()
  for (let size = -1; size < found.size;) {
    size = found.size
    for (const { entity, attribute } of all) {
      if (found.has(attribute) || !saysOne(attribute, words)) continue
      found.add(attribute)
      for (const word of wordsFor(entity, attribute)) words.add(word)
    }
  }
  return [...found]
}

/** Whether an attribute has an expression or a rollup. */
export function hasExpressions(attribute: Attribute): boolean {
  const { expression, default_expression, related_filter, rollup, validators } = attribute
  const texts = [expression, default_expression, related_filter]
  return rollup !== null || texts.some(Boolean) || validators.some(({ name }) => name === 'expression')
}

/**
 * The names of changed attributes; undefined where more than attributes changed, so that any expression may be
 * affected.
 */
function changedWords(before: Model, after: Model): Set<string> | undefined {
  if (before.variables !== after.variables) return undefined
  if ([...before.entities.keys()].some((id) => !after.entities.has(id))) return undefined
  const words = new Set<string>()
  for (const entity of after.entities.values()) {
    const former = before.entities.get(entity.id)
    if (former === entity) continue
    if (!former) words.add(entity.uri)
    else if (isOtherwise(former, entity)) return undefined
    for (const attribute of differing(former?.attributes ?? [], entity.attributes)) {
      for (const word of wordsFor(entity, attribute)) words.add(word)
    }
  }
  return words
}

/** Whether an entity differs in more than its attributes. */
function isOtherwise(former: EntityDefinition, entity: EntityDefinition): boolean {
  return Object.entries(entity).some(
    ([name, value]) => name !== 'attributes' && name !== 'fields' && former[name as keyof EntityDefinition] !== value,
  )
}

function differing(were: readonly Attribute[], are: readonly Attribute[]): Attribute[] {
  const [before, after] = [new Set(were), new Set(are)]
  return [...were.filter((each) => !after.has(each)), ...are.filter((each) => !before.has(each))]
}

/**
 * Words by which expressions and rollups refer to an attribute: the collection behind a lookup is named after its
 * entity.
 */
function wordsFor(entity: EntityDefinition, { uri, id, type }: Attribute): readonly string[] {
  return type === 'N:1' ? [uri, id, ...wordsOf(entity.uri)] : [uri, id]
}

const ownWords = memoize((attribute: Attribute): ReadonlySet<string> => new Set(wordsOf(textOf(attribute))))

function saysOne(attribute: Attribute, words: ReadonlySet<string>): boolean {
  const own = ownWords(attribute)
  return own.size < words.size ? some(own, words) : some(words, own)
}

function some(words: ReadonlySet<string>, among: ReadonlySet<string>): boolean {
  for (const word of words) if (among.has(word)) return true
  return false
}

function textOf({ expression, default_expression, related_filter, rollup, validators }: Attribute): string {
  const checks = validators.map((each) => each.expression)
  return JSON.stringify([expression, default_expression, related_filter, rollup, checks])
}

/** Words of letters and digits, and whole ids. Collection names are split at `_`. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[0-9a-f]{8}-[0-9a-f-]{27}|[A-Za-z0-9]+/g) ?? []
}
