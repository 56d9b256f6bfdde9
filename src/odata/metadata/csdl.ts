import type { Annotation, Constant } from '#odata/metadata/annotation.ts'
import { containerOf } from '#odata/metadata/container.ts'
import { enumTypesOf } from '#odata/metadata/enumeration.ts'
import { operationsOf } from '#odata/metadata/operation.ts'
import { complexTypesOf, entityTypesOf } from '#odata/metadata/structure.ts'
import { visibleModel } from '#odata/metadata/visible.ts'
import type { ODataModel } from '#odata/model.ts'

/** The description of a service as a tree, which `xml.ts` and `json.ts` write (CSDL 4.01). */
export type Csdl = {
  readonly namespace: string
  readonly references: readonly SchemaReference[]
  readonly enumTypes: readonly EnumType[]
  readonly complexTypes: readonly StructuredType[]
  readonly entityTypes: readonly EntityType[]
  readonly operations: readonly CsdlOperation[]
  readonly container: Container
}

/** Another document, by its address without the ending that tells its format, and the short name of its namespace here. */
export type SchemaReference = { readonly address: string; readonly namespace: string; readonly alias: string }

/** A type by its qualified name. */
export type TypeUse = Facets & { readonly type: string; readonly collection: boolean; readonly nullable: boolean }

export type Facets = {
  readonly maxLength?: number | undefined
  readonly precision?: number | undefined
  readonly scale?: number | 'variable' | undefined
  readonly srid?: number | undefined
}

export type CsdlProperty = TypeUse & {
  readonly name: string
  readonly default?: Constant | undefined
  readonly annotations: readonly Annotation[]
}

export type CsdlNavigation = TypeUse & {
  readonly name: string
  readonly partner?: string | undefined
  /** Property of this type -> property of the target that holds the same value. */
  readonly constraint?: readonly [property: string, referenced: string] | undefined
}

export type StructuredType = {
  readonly name: string
  readonly properties: readonly CsdlProperty[]
  readonly annotations: readonly Annotation[]
}

export type EntityType = StructuredType & {
  readonly key: string
  readonly navigations: readonly CsdlNavigation[]
}

export type EnumType = {
  readonly name: string
  readonly underlying: string
  readonly flags: boolean
  readonly members: readonly (readonly [name: string, value: number])[]
}

export type CsdlOperation = {
  readonly name: string
  readonly kind: 'action' | 'function'
  readonly bound: boolean
  readonly parameters: readonly (TypeUse & { readonly name: string })[]
  readonly returns?: TypeUse | undefined
  readonly annotations: readonly Annotation[]
}

export type Container = {
  readonly name: string
  readonly sets: readonly ContainerSet[]
  readonly singletons: readonly ContainerSingleton[]
  readonly imports: readonly OperationImport[]
  readonly annotations: readonly Annotation[]
}

/** Navigation property -> the set that it leads to. */
export type Bindings = readonly (readonly [path: string, target: string])[]
export type ContainerSet = {
  readonly name: string
  readonly type: string
  readonly listed: boolean
  readonly bindings: Bindings
  readonly annotations: readonly Annotation[]
}
export type ContainerSingleton = { readonly name: string; readonly type: string; readonly bindings: Bindings }
export type OperationImport = {
  readonly name: string
  readonly kind: 'action' | 'function'
  readonly operation: string
  readonly set?: string | undefined
  readonly listed: boolean
}

const vocabularies = 'https://oasis-tcs.github.io/odata-vocabularies/vocabularies/'

/** What is said of a model: its types, what may be asked for, and what the service can do with it. */
export function csdlOf(model: ODataModel): Csdl {
  const visible = visibleModel(model)
  return {
    namespace: visible.namespace,
    references: ['Core', 'Capabilities', 'Validation', 'Aggregation'].map((alias) => {
      const namespace = `Org.OData.${alias}.V1`
      return { address: vocabularies + namespace, namespace, alias }
    }),
    enumTypes: enumTypesOf(visible),
    complexTypes: complexTypesOf(visible),
    entityTypes: entityTypesOf(visible),
    operations: operationsOf(visible),
    container: containerOf(visible),
  }
}
