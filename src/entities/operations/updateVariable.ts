import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import { changedBack, patchOf } from '#entities/edit.ts'
import type { Model } from '#entities/model.ts'
import { touchProblems } from '#entities/rules.ts'
import { putVariable, variableById } from '#entities/variables.ts'
import { variablePatchShape, variableProblems, type Variable } from '#expressions/variable.ts'

const schema = z.strictObject({
  kind: z.literal('variable.update'),
  id: z.uuid('request.idInvalid'),
  /** The version that the change is based on; without a version, the last change wins. */
  version: z.optional(z.int()),
  ...variablePatchShape,
})
export type UpdateVariable = z.output<typeof schema>

/** Changes the value of a variable; its key stays. */
export const updateVariable: OperationKind<Model, UpdateVariable> = {
  kind: 'variable.update',
  activity: 'manage-variables',
  schema,
  complete: (operation) => operation,
  check(model, operation, author) {
    const variable = variableById(model, operation.id)
    if (!variable) return [{ code: 'definition.unknown', target: 'id' }]
    const untouchable = touchProblems({ ...variable, managed: false }, operation.version, author, 'update')
    if (untouchable.length > 0) return untouchable
    if (operation.key !== undefined && operation.key !== variable.key)
      return [{ code: 'variable.keyImmutable', target: 'key' }]
    const next = changed(variable, operation, '')
    return variableProblems(next)
  },
  apply(model, operation, changeId) {
    const variable = variableById(model, operation.id)
    return variable ? putVariable(model, changed(variable, operation, changeId)) : model
  },
  invert(before, operation) {
    const variable = variableById(before, operation.id)
    if (!variable) return []
    const back = changedBack(variable, changed(variable, operation, ''), ['version', 'change_id'])
    return [{ kind: 'variable.update', id: variable.id, ...back }]
  },
  footprint: (_before, operation) => ({
    writes: Object.keys(patchOf(operation)).map((property) => `${operation.id}.${property}`),
    needs: [operation.id],
  }),
  impact: () => [],
  sentence: (before, { id }) => ({
    key: 'changes.sentence.variableUpdate',
    values: { name: variableById(before, id)?.key ?? '' },
  }),
}

function changed(variable: Variable, operation: UpdateVariable, changeId: string): Variable {
  const { key: _key, ...patch } = patchOf(operation)
  const next = { ...variable, ...patch, version: variable.version + 1, change_id: changeId }
  return { ...next, description: next.description ?? null, value: next.value ?? null }
}
