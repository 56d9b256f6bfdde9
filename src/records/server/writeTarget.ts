import { uuidPattern } from '#attributes/uuid.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { fault } from '#faults/fault.ts'
import type { WireForm } from '#odata/compile/writer.ts'
import type { Expected } from '#odata/protocol/store.ts'
import { slot } from '#odata/write/plan.ts'
import type { Target } from '#odata/write/update.ts'
import { permission, type Write, type WriteOutcome } from '#records/server/write.ts'

/** The target row of an update or deletion, with the acceptable versions and the rights of the writer. */
export function targetOf(write: Write, id: string, expected: Expected, action: 'update' | 'delete'): Target {
  write.inputs['id'] = recordKey(id)
  write.inputs['versions'] = expected
  return {
    set: write.set,
    table: write.table,
    key: slot('id'),
    versions: isVersions(expected) ? slot('versions') : null,
    readable: permission(write, 'read'),
    permitted: permission(write, action),
  }
}

/** Fault `request.precondition`: makers may require a version (If-Match) for every change of a record. */
export function refuseUnconditional({ requireetag }: EntityDefinition, expected: Expected): void {
  if (requireetag && expected === null) throw fault('request.precondition')
}

/** Explains why a statement wrote nothing: missing record, missing right, other version, disabled record. */
export function refuseUnwritten(
  outcome: WriteOutcome,
  expected: Expected,
  forbidden: 'request.forbidden' | 'record.deleteForbidden',
): void {
  if (outcome.found === null || outcome.found === undefined) throw fault('record.unknown')
  if (outcome.permitted === false) throw fault(forbidden)
  if (isVersions(expected) && !expected.includes(outcome.found)) throw fault('record.stale', { version: outcome.found })
  if (outcome.changeable === false) throw fault('record.disabled')
}

export function isVersions(expected: Expected): expected is readonly string[] {
  return expected !== null && expected !== '*'
}

/** Part of a plan's key: the text of a statement depends on the wire form of its answer. */
export function wireKey({ numbersAsText, metadata, omitsNulls }: WireForm): string {
  return `${numbersAsText} ${metadata ?? ''} ${omitsNulls ?? ''}`
}

/** The key of a record in stored form (lower case). Fault: `request.idInvalid`. */
export function recordKey(text: string): string {
  if (!uuidPattern.test(text)) throw fault('request.idInvalid', {}, 'id')
  return text.toLowerCase()
}
