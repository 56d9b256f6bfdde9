import * as z from 'zod/mini'
import { optionSchema, propertyShape } from '#attributes/propertySchema.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { optionProperty } from '#entities/delocalize.ts'
import type { Problem } from '#faults/fault.ts'
import { problemsOf } from '#faults/schema.ts'
import { descriptionSchema, nameSchema } from '#text/name.ts'
import type { View } from '#views/view.ts'

/** A text of a definition as its maker wrote it. */
export type BaseText = {
  readonly definition_id: string
  readonly of: 'entity' | 'attribute' | 'view'
  readonly property: string
  readonly text: string
  /** Whether it belongs to the system or a package. */
  readonly managed: boolean
}

const entityProperties = ['name', 'collectionname', 'description'] as const
const attributeProperties = ['name', 'description', 'pretext', 'undertext', 'placeholder', 'title'] as const
const viewProperties = ['name', 'description'] as const

/** Every text of a table that people read: its own, those of its attributes and options, and those of its shared views. */
export function baseTextsOf(entity: EntityDefinition, views: readonly View[]): readonly BaseText[] {
  const shared = views.filter((view) => view.entity_id === entity.id && !view.personal)
  return [
    ...textsIn(entity, 'entity', entityProperties),
    ...entity.attributes.flatMap((attribute) => [
      ...textsIn(attribute, 'attribute', attributeProperties),
      ...attribute.options.map(({ value, label }) => ({
        definition_id: attribute.id,
        of: 'attribute' as const,
        property: optionProperty(value),
        text: label,
        managed: attribute.managed,
      })),
    ]),
    ...shared.flatMap((view) => textsIn(view, 'view', viewProperties)),
  ]
}

/** The name of a text of a definition, by which base texts are found. */
export function nameOfText({ definition_id: id, property }: Pick<BaseText, 'definition_id' | 'property'>): string {
  return `${id} ${property}`
}

/** The problems of a label: the rules are those of its base text. */
export function labelProblems(property: string, text: string): Problem[] {
  const schema = property.startsWith(optionProperty('')) ? optionSchema.shape.label : schemas[property]
  const read = schema && z.safeParse(schema, text)
  return read?.success === false ? problemsOf(read.error) : []
}

const schemas: Readonly<Record<string, z.ZodMiniType>> = {
  name: nameSchema,
  collectionname: nameSchema,
  description: descriptionSchema,
  pretext: propertyShape.pretext,
  undertext: propertyShape.undertext,
  placeholder: propertyShape.placeholder,
  title: propertyShape.title,
}

type Definition<Property extends string> = { readonly id: string; readonly managed: boolean } & Readonly<
  Record<Property, string | null>
>

function textsIn<Property extends string>(
  definition: Definition<Property>,
  of: BaseText['of'],
  properties: readonly Property[],
): BaseText[] {
  const { id, managed } = definition
  return properties.flatMap((property) => {
    const text = definition[property]
    return text ? [{ definition_id: id, of, property, text, managed }] : []
  })
}
