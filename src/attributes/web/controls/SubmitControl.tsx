import type { ControlProps } from '#attributes/web/control.ts'
import { Button } from '#design/web/button/Button.tsx'

/** Saves the form that it stands in. */
export function SubmitControl({ label, isReadOnly }: ControlProps) {
  return (
    <div className="flex h-full items-end">
      <Button type="submit" isDisabled={isReadOnly}>
        {label}
      </Button>
    </div>
  )
}
