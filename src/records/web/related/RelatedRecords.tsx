import { useModel } from '#entities/web/entities.client.ts'
import { relatedOf } from '#records/related.ts'
import { RelatedSection } from '#records/web/related/RelatedSection.tsx'
import type { Anchor } from '#records/web/related/related.client.ts'

/** The records of other tables that belong to a record: a section for each collection that it has. */
export function RelatedRecords({ table, id }: Anchor) {
  const { data: model } = useModel(table.envid)
  const sections = model ? relatedOf(model, table.entity) : []
  return (
    <div className="flex flex-col gap-6 overflow-auto p-4">
      {sections.map((related) => (
        <RelatedSection key={`${related.kind} ${related.attribute.id}`} anchor={{ table, id }} related={related} />
      ))}
    </div>
  )
}
