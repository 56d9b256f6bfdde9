import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import type { Model } from '#entities/model.ts'
import { touchProblems } from '#entities/rules.ts'
import { dropVariable, variableById } from '#entities/variables.ts'

const schema = z.strictObject({
  kind: z.literal('variable.delete'),
  id: z.uuid('request.idInvalid'),
  version: z.optional(z.int()),
})
export type DeleteVariable = z.output<typeof schema>

/** Deletes a variable. Refused while expressions read the variable. */
export const deleteVariable: OperationKind<Model, DeleteVariable> = {
  kind: 'variable.delete',
  activity: 'manage-variables',
  schema,
  complete: (operation) => operation,
  check(model, { id, version }, author) {
    const variable = variableById(model, id)
    if (!variable) return [{ code: 'definition.unknown', target: 'id' }]
    return touchProblems({ ...variable, managed: false }, version, author, 'delete')
  },
  apply: (model, { id }) => dropVariable(model, id),
  invert(before, { id }) {
    const variable = variableById(before, id)
    if (!variable) return []
    const { version: _version, change_id: _change, ...draft } = variable
    return [{ kind: 'variable.create', ...draft }]
  },
  footprint: (_before, { id }) => ({ writes: [id], needs: [id] }),
  impact: () => [],
  sentence: (before, { id }) => ({
    key: 'changes.sentence.variableDelete',
    values: { name: variableById(before, id)?.key ?? '' },
  }),
}
