import { Button, type ButtonProps } from '#design/web/button/Button.tsx'
import { classes } from '#design/web/theme/classes.ts'
import { Tooltip } from '#design/web/overlay/Tooltip.tsx'

/** A square button that shows only an icon; its label is read out and shown as a tooltip. */
export function IconButton({
  label,
  className,
  kind = 'quiet',
  ...props
}: Omit<ButtonProps, 'children'> & { label: string }) {
  return (
    <Tooltip text={label}>
      <Button {...props} kind={kind} aria-label={label} className={classes('w-control px-0!', className)} />
    </Tooltip>
  )
}
