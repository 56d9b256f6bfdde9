import { scopes, type Scope } from '#environments/memberRights.ts'
import { classes } from '#design/web/theme/classes.ts'

const round = 2 * Math.PI * 3.5

/** How far an action reaches as a circle that is the fuller the further; none is an empty one of dashes. */
export function ScopeShape({ scope, size = 18 }: { scope: Scope; size?: number }) {
  const part = scopes.indexOf(scope) / (scopes.length - 1)
  return (
    <svg
      viewBox="0 0 18 18"
      width={size}
      height={size}
      aria-hidden
      className={classes('shrink-0', scope === 'none' ? 'text-muted' : 'text-brand')}
    >
      <circle
        cx="9"
        cy="9"
        r="7.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        {...(scope === 'none' ? { strokeDasharray: '2.4 2.3' } : {})}
      />
      {part > 0 && (
        <circle
          cx="9"
          cy="9"
          r={part === 1 ? 5.25 : 3.5}
          fill={part === 1 ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth={part === 1 ? 0 : 7}
          strokeDasharray={`${round * part} ${round}`}
          transform="rotate(-90 9 9)"
        />
      )}
    </svg>
  )
}
