import { abilities, filterFunctions, type Abilities } from '#odata/metadata/abilities.ts'
import {
  annotate,
  bool,
  int,
  member,
  propertyPaths,
  record,
  tag,
  annotationText,
  texts,
  type Annotation,
} from '#odata/metadata/annotation.ts'
import type { VisibleModel } from '#odata/metadata/visible.ts'
import type { EntitySet, Property } from '#odata/model.ts'
import { queryLimits } from '#odata/syntax/limits.ts'

const can: Abilities = abilities

/** What the whole service can and cannot do. */
export function serviceAbilities(model: Pick<VisibleModel, 'emptyTextIsNull'>): Annotation[] {
  const batch = record({
    Supported: bool(true),
    ContinueOnErrorSupported: bool(true),
    ReferencesInRequestBodiesSupported: bool(true),
    ReferencesAcrossChangeSetsSupported: bool(true),
    EtagReferencesSupported: bool(true),
    RequestDependencyConditionsSupported: bool(true),
    SupportedFormats: texts(can.batchFormats),
  })
  const applied = record({
    Transformations: texts(can.transformations),
    Rollup: member('Aggregation.RollupType', 'None'),
    From: bool(true),
  })
  return [
    annotate('Core.ODataVersions', annotationText('4.0 4.01')),
    annotate('Core.LongDescription', annotationText(serviceInWords(model))),
    tag('Core.ConventionalIDs'),
    tag('Core.DereferenceableIDs'),
    annotate('Capabilities.ConformanceLevel', member('Capabilities.ConformanceLevelType', can.conformance)),
    annotate('Capabilities.SupportedFormats', texts(can.formats)),
    annotate('Capabilities.SupportedMetadataFormats', texts(can.metadataFormats)),
    annotate('Capabilities.FilterFunctions', texts(filterFunctions())),
    annotate('Aggregation.ApplySupportedDefaults', applied),
    tag('Capabilities.BatchSupported'),
    tag('Capabilities.BatchContinueOnErrorSupported'),
    annotate('Capabilities.BatchSupport', batch),
    annotate('Capabilities.KeyAsSegmentSupported', bool(can.keyAsSegment)),
    annotate('Capabilities.QuerySegmentSupported', bool(can.querySegment)),
    annotate('Capabilities.AsynchronousRequestsSupported', bool(false)),
    annotate('Capabilities.CrossJoinSupported', bool(false)),
    annotate('Capabilities.AnnotationValuesInQuerySupported', bool(false)),
    annotate(
      'Capabilities.DeepInsertSupport',
      record({ Supported: bool(can.deepInsert), ContentIDSupported: bool(false) }),
    ),
    annotate(
      'Capabilities.DeepUpdateSupport',
      record({ Supported: bool(can.deepUpdate), ContentIDSupported: bool(false) }),
    ),
  ]
}

/** What can be asked of a set, and what its asker may do with some row of it. */
export function setAbilities(set: EntitySet): Annotation[] {
  const { title, etag, requiresEtag } = set
  const properties = [...set.properties.values()]
  return [
    ...(title === undefined ? [] : [annotate('Core.Description', annotationText(title))]),
    ...(requiresEtag && etag !== undefined ? [annotate('Core.OptimisticConcurrency', propertyPaths([etag]))] : []),
    annotate(
      'Capabilities.FilterRestrictions',
      without('NonFilterableProperties', properties, ({ filterable }) => filterable),
    ),
    annotate(
      'Capabilities.SortRestrictions',
      without('NonSortableProperties', properties, ({ sortable }) => sortable),
    ),
    annotate(
      'Capabilities.SearchRestrictions',
      record({ Searchable: bool(properties.some((each) => each.searchable)) }),
    ),
    annotate('Capabilities.ExpandRestrictions', record({ MaxLevels: int(queryLimits.expandDepth) })),
    annotate('Capabilities.CountRestrictions', record({ Countable: bool(true) })),
    annotate('Capabilities.TopSupported', bool(true)),
    annotate('Capabilities.SkipSupported', bool(true)),
    annotate('Capabilities.ComputeSupported', bool(can.compute)),
    ...writing(set, properties),
  ]
}

function writing(
  { insertable = true, updatable = true, deletable = true }: EntitySet,
  properties: readonly Property[],
) {
  const required = properties.filter((property) => property.required).map(({ name }) => name)
  const insert = record({
    Insertable: bool(insertable),
    RequiredProperties: required.length === 0 ? undefined : propertyPaths(required),
  })
  const update = record({
    Updatable: bool(updatable),
    Upsertable: bool(can.upsert),
    UpdateMethod: member('Capabilities.HttpMethod', ...can.updateMethods),
    DeltaUpdateSupported: bool(false),
    FilterSegmentSupported: bool(false),
  })
  const remove = record({ Deletable: bool(deletable), FilterSegmentSupported: bool(false) })
  return [
    annotate('Capabilities.InsertRestrictions', insert),
    annotate('Capabilities.UpdateRestrictions', update),
    annotate('Capabilities.DeleteRestrictions', remove),
  ]
}

function without(name: string, properties: readonly Property[], allows: (property: Property) => boolean) {
  const refused = properties.filter((property) => !allows(property)).map((property) => property.name)
  return record({ [name]: refused.length === 0 ? undefined : propertyPaths(refused) })
}

/** The limits and rules that no term of a vocabulary says. */
export function serviceInWords({ emptyTextIsNull }: Pick<VisibleModel, 'emptyTextIsNull'>): string {
  const said = [
    `An address has at most ${queryLimits.urlBytes} bytes`,
    `a page ${queryLimits.defaultPageSize} rows where nothing is asked and ${queryLimits.pageSize} at most (Prefer: maxpagesize)`,
    `a query ${queryLimits.nodes} parts, ${queryLimits.depth} levels of parentheses, ${queryLimits.lambdaDepth} levels of any and all`,
    `a list behind "in" ${queryLimits.inList} values`,
    `$expand ${queryLimits.expands} navigation properties in all`,
    `$apply ${queryLimits.groups} groups`,
    `a pattern ${queryLimits.pattern} characters`,
  ]
  const limitsInWords = `${said.join('; ')}.`
  return emptyTextIsNull ? `${limitsInWords} ${emptyTextInWords}` : limitsInWords
}

const emptyTextInWords = "An empty text is no value: it is stored as null, and eq, ne and in with '' ask for null."
