import type { EntityDefinition } from '#entities/entity.ts'

/** An entity found by a search, with the names of its matching attributes. */
export type FoundEntity = { readonly entity: EntityDefinition; readonly attributes: readonly string[] }

/**
 * Entities whose names, uris, descriptions or attributes contain all the words, for questions such as "where is e-mail
 * stored?".
 */
export function searchEntities(entities: readonly EntityDefinition[], text: string): FoundEntity[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return entities.map((entity) => ({ entity, attributes: [] }))
  return entities.flatMap((entity) => {
    const own = fold(`${entity.name} ${entity.collectionname} ${entity.uri} ${entity.description ?? ''}`)
    const rest = words.filter((word) => !own.includes(word))
    if (rest.length === 0) return [{ entity, attributes: [] }]
    const attributes = entity.attributes.filter(({ name, uri, description, type }) => {
      const said = fold(`${name} ${uri} ${description ?? ''} ${type}`)
      return rest.every((word) => said.includes(word))
    })
    return attributes.length > 0 ? [{ entity, attributes: attributes.map(({ name }) => name) }] : []
  })
}

/** Removes case, accents and the hyphen of "e-mail". */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}-]/gu, '')
    .toLowerCase()
}
