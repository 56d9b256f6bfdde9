import type { Attribute } from '#attributes/attribute.ts'
import { neutralProperties, type PropertyName } from '#attributes/properties.ts'
import { isRefusal } from '#attributes/type.ts'
import { attributeTypes, type AttributeTypeName } from '#attributes/types.ts'
import { understandsType } from '#attributes/validators.ts'
import { convertBound } from '#entities/convertBound.ts'
import { putAttribute } from '#entities/edit.ts'
import { expressionsOf } from '#entities/formula.ts'
import type { Model } from '#entities/model.ts'
import { isApplicable } from '#entities/rules.ts'

/**
 * The attribute with another type: common properties stay as far as valid, bounds and default are converted, everything
 * else gets the new type's defaults.
 */
export function withChangedType(
  attribute: Attribute,
  type: AttributeTypeName,
  neighbours: readonly Attribute[],
): Attribute {
  const { min, max, default: value } = attribute
  const turned = (text: string | null, end: 'min' | 'max') =>
    text === null ? null : convertBound(attribute.type, type, text, end)
  const next: Attribute = {
    ...attribute,
    type,
    min: turned(min, 'min'),
    max: turned(max, 'max'),
    default: typeof value === 'string' ? turned(value, 'min') : value,
    ...usualFor(attribute.type, type),
    ...neutralFor(type),
    validators: attribute.validators.filter(({ name, attribute: other }) => {
      if (!understandsType(name, type)) return false
      return name !== 'same-as' || neighbours.some((each) => each.id === other && each.type === type)
    }),
  }
  const fitting = fitted(next)
  return holdsDefault(fitting) ? fitting : { ...fitting, default: null }
}

/** The attribute without expressions that are invalid for its new type. */
export function withFittingExpressions(model: Model, attribute: Attribute): Attribute {
  if (!attribute.default_expression && attribute.validators.every(({ name }) => name !== 'expression')) return attribute
  const broken = new Set(
    expressionsOf(putAttribute(model, attribute), attribute).flatMap(({ place, read }): string[] =>
      'problems' in read ? [place] : [],
    ),
  )
  return {
    ...attribute,
    default_expression: broken.has('default_expression') ? null : attribute.default_expression,
    validators: attribute.validators.filter((_validator, at) => !broken.has(`validators.${at}.expression`)),
  }
}

/** Explicitly set properties that a type change dropped or adjusted. */
export function madeOf(
  before: Attribute,
  next: Attribute,
): { readonly dropped: readonly PropertyName[]; readonly adjusted: readonly PropertyName[] } {
  const set = (Object.keys(neutralProperties) as PropertyName[]).filter(
    (name) =>
      name !== 'result' && !isSame(before[name], usualOf(before.type, name)) && !isSame(before[name], next[name]),
  )
  const isGone = (name: PropertyName) => isSame(next[name], neutralProperties[name]) || !isKnown(next.type, name)
  return { dropped: set.filter(isGone), adjusted: set.filter((name) => !isGone(name)) }
}

/** Properties that the type refuses are truncated to its maximum length, or reset. */
function fitted(attribute: Attribute): Attribute {
  let next = attribute
  for (let round = 0; round < 5; round++) {
    const [problem] = attributeTypes[next.type].check(next)
    const name = problem?.target?.split('.')[0] as PropertyName | undefined
    if (!problem || !name || !(name in neutralProperties) || isSame(next[name], neutralProperties[name])) return next
    const most = problem.parameters?.['max']
    const isTooLong = name === 'maxlength' && typeof most === 'number' && (next.maxlength ?? 0) > most
    next = { ...next, [name]: isTooLong ? most : neutralProperties[name] }
  }
  return next
}

/** Properties that only the new type has get their default values. */
function usualFor(from: AttributeTypeName, to: AttributeTypeName): Partial<Attribute> {
  const { defaults } = attributeTypes[to]
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !isKnown(from, name as PropertyName)))
}

/** Properties that the new type lacks are reset. */
function neutralFor(type: AttributeTypeName): Partial<Attribute> {
  const { properties } = attributeTypes[type]
  return Object.fromEntries(
    Object.entries(neutralProperties).filter(([name]) => !isApplicable(properties, name as PropertyName)),
  )
}

/** Whether the default is a valid value of the attribute. */
export function holdsDefault(attribute: Attribute): boolean {
  const { default: value, type } = attribute
  return value === null || !isRefusal(attributeTypes[type].reader(attribute)(value))
}

function usualOf(type: AttributeTypeName, name: PropertyName): unknown {
  const { defaults } = attributeTypes[type]
  return name in defaults ? defaults[name] : neutralProperties[name]
}

function isKnown(type: AttributeTypeName, name: PropertyName): boolean {
  const known: readonly string[] = attributeTypes[type].properties
  return known.includes(name)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
