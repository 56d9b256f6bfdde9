import type { WireValue } from '#attributes/type.ts'

/** Whether two values are the same to whoever fills in a form: an empty control, an empty list and no value are. */
export function isSameValue(one: WireValue, other: WireValue): boolean {
  const [left, right] = [emptyAsNull(one), emptyAsNull(other)]
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right
  return left.length === right.length && left.every((text, index) => text === right[index])
}

function emptyAsNull(value: WireValue): WireValue {
  return value === '' || (typeof value === 'object' && value?.length === 0) ? null : value
}
