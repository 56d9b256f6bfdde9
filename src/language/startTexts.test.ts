import { expect, test } from 'vitest'
import { partOfText } from '#language/startTexts.ts'

test('what public pages and their forms say is loaded at the start, all else with the pages behind the sign-in', () => {
  const start = [
    'legal.terms.title',
    'accounts.signIn.title',
    'shell.notFound.title',
    'fault.validation.tooShort',
    'fault.session.required',
    'design.tryAgain',
  ]
  expect(start.map(partOfText)).toEqual(start.map(() => 'start'))
  const rest = [
    'attributes.yes',
    'keys.command',
    'overview.title',
    'fault.managed.update',
    'entities.system.name',
    'fault.record.disabled',
    'environments.region.eu',
    'shell.openMenu',
    'design.grid.hide',
    'views.switch',
    'records.title',
  ]
  expect(rest.map(partOfText)).toEqual(rest.map(() => 'rest'))
  const aside = [
    'attributes.type.text',
    'entities.title',
    'imports.title',
    'fault.import.unknown',
    'fault.job.unknown',
    'fault.file.empty',
    'expressions.function.len',
    'fault.expression.syntax',
    'keys.grid.move',
    'environments.delete.title',
    'views.property.name',
    'odata.limit.batch',
    'changes.title',
    'jobs.none',
    'design.guide.title',
    'security.event.roleChanged',
    'fault.team.unknown',
    'fault.record.unknown',
    'legal.operator',
    'legal.terms.use.title',
  ]
  expect(aside.map(partOfText)).toEqual(aside.map(() => 'aside'))
  const entry = ['accounts.verify.title', 'accounts.signUp.title', 'index.title', 'fault.account.linkInvalid']
  expect(entry.map(partOfText)).toEqual(entry.map(() => 'entry'))
  const doing = ['views.dynamic.today', 'records.bulk.edit', 'records.history.undone.cell']
  expect(doing.map(partOfText)).toEqual(doing.map(() => 'doing'))
})
