import { entitySetOf } from '#odata/bind/resourcePath.ts'
import type { WireForm } from '#odata/compile/writer.ts'
import { answerQueryOf } from '#odata/protocol/answerWrite.ts'
import { requestValues } from '#odata/protocol/body.ts'
import { expandOf, planRow, type RowPlan } from '#odata/protocol/deep.ts'
import type { ODataRequest } from '#odata/protocol/message.ts'
import { preferencesOf, shownAs, negotiateWire } from '#odata/protocol/negotiation.ts'
import type { ODataStore } from '#odata/protocol/store.ts'
import { pathToKey, resourcePathOf } from '#odata/resourcePath.ts'

/** The rows that a request writes, and the form of the answer. */
export type WritePlan = { readonly plan: RowPlan; readonly wire: WireForm; readonly query: string }

/** Parses a write request, and refuses unanswerable requests before anything is written. */
export async function planWrite(request: ODataRequest, store: ODataStore, name: string): Promise<WritePlan> {
  const { headers, body } = request
  const wire = shownAs(negotiateWire(headers, request.query), preferencesOf(headers))
  const values = requestValues(headers, body)
  return store.reading(async ({ model, engine, guards }) => {
    const set = entitySetOf(model, name)
    const plan = planRow(model, set, values)
    const query = answerQueryOf(request, expandOf(plan))
    const property = set.properties.get(set.key)
    if (query !== '' && property)
      engine.row(pathToKey(resourcePathOf(set), [{ property, value: '' }]), query, { guards, wire })
    return Promise.resolve({ plan, wire, query })
  })
}
