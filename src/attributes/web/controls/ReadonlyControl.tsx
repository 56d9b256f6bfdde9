import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { TextField } from '#design/web/TextField.tsx'

/** A value that forms show and never change. */
export function ReadonlyControl(props: ControlProps) {
  return <TextField {...fieldProps(props)} value={String(props.value ?? '')} onChange={unchanged} isReadOnly />
}

function unchanged(): void {
  // The control takes no input.
}
