/** A part of a document, as JSON holds it. */
export type Json = Readonly<Record<string, unknown>>

/** The content of a body of that schema. */
export function content(schema: Json): Json {
  return { 'application/json': { schema } }
}

export function schemaNamed(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}
