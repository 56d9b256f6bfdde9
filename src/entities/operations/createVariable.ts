import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import type { Model } from '#entities/model.ts'
import { takenIds } from '#entities/operations/createEntity.ts'
import { putVariable, variableById } from '#entities/variables.ts'
import {
  variableDraftShape,
  variableLimit,
  variableOf,
  variableProblems,
  type Variable,
} from '#expressions/variable.ts'

const schema = z.strictObject({
  kind: z.literal('variable.create'),
  id: z.optional(z.uuid('request.idInvalid')),
  ...variableDraftShape,
})
export type CreateVariable = z.output<typeof schema>

/** Adds a variable to the environment. */
export const createVariable: OperationKind<Model, CreateVariable> = {
  kind: 'variable.create',
  activity: 'manage-variables',
  schema,
  complete: (operation, newId) => ({ ...operation, id: operation.id ?? newId() }),
  check(model, operation) {
    const id = operation.id ?? ''
    return [
      ...(variableById(model, id) ? [{ code: 'validation.taken', target: 'id' } as const] : takenIds(model, [id])),
      ...(model.variables.has(operation.key)
        ? [{ code: 'variable.keyTaken', target: 'key', parameters: { key: operation.key } } as const]
        : []),
      ...(model.variables.size >= variableLimit
        ? [{ code: 'variable.limit', parameters: { max: variableLimit } } as const]
        : []),
      ...variableProblems(made(operation, '')),
    ]
  },
  apply: (model, operation, changeId) => putVariable(model, made(operation, changeId)),
  invert: (_before, { id }) => [{ kind: 'variable.delete', id }],
  footprint: (_before, { id }) => ({ writes: [id ?? ''], needs: [] }),
  impact: () => [],
  sentence: (_before, { key }) => ({ key: 'changes.sentence.variableCreate', values: { name: key } }),
}

function made({ id, kind: _kind, ...draft }: CreateVariable, changeId: string): Variable {
  return variableOf(draft, { id: id ?? '', change_id: changeId })
}
