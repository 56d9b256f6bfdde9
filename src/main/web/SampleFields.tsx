import { useState } from 'react'
import { columnOf } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import { FieldControl } from '#attributes/web/FieldControl.tsx'
import { sampleAttributes, sampleRecord } from '#main/web/samples.ts'

/** The controls of a form on a sample record. */
export function SampleFields() {
  const [values, setValues] = useState<Readonly<Record<string, WireValue>>>(sampleRecord)
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {sampleAttributes.map((attribute) => {
        const column = columnOf(attribute)
        return (
          <FieldControl
            key={attribute.id}
            field={attribute}
            name={column}
            label={attribute.name}
            value={values[column] ?? null}
            linked={undefined}
            onChange={(value) => setValues((before) => ({ ...before, [column]: value }))}
            findLinked={() => Promise.resolve([])}
          />
        )
      })}
    </div>
  )
}
