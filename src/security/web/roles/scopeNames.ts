import type { Action, Scope } from '#environments/memberRights.ts'
import type { TextKey } from '#language/translate.ts'

/** What the scopes are called: a word for narrow cells, and what each reaches. */
export const scopeNames = {
  none: 'access.scope.none',
  user: 'access.scope.user',
  owned: 'access.scope.owned',
  unit: 'access.scope.unit',
  all: 'access.scope.all',
} as const satisfies Record<Scope, TextKey>

export const scopeTexts = {
  none: 'access.scopeText.none',
  user: 'access.scopeText.user',
  owned: 'access.scopeText.owned',
  unit: 'access.scopeText.unit',
  all: 'access.scopeText.all',
} as const satisfies Record<Scope, TextKey>

export const actionNames = {
  create: 'access.action.create',
  read: 'access.action.read',
  update: 'access.action.update',
  delete: 'access.action.delete',
} as const satisfies Record<Action, TextKey>
