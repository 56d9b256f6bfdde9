import { ident, qualified } from '#platform/sql.ts'
import { comingUniqueName, convertStatements } from '#tables/conversion/statements.ts'
import {
  asideName,
  foreignKeyName,
  indexName,
  pairName,
  uniqueName,
  type DdlStep,
  type TableStatement,
} from '#tables/step.ts'
import type { AddColumns } from '#tables/together.ts'

export type { TableStatement } from '#tables/step.ts'

/** The statements of a step, one each, because a query string of DDL holds only one. */
export function statementsOf(
  schema: string,
  step: Exclude<DdlStep, { kind: 'addColumn' }> | AddColumns,
): TableStatement[] {
  const name = 'table' in step ? qualified(schema, step.table) : ''
  switch (step.kind) {
    case 'createTable':
      return [{ text: createTable(name, step.entityId) }]
    case 'dropTableAside':
      return [{ text: `alter table ${name} rename to ${ident(asideName(step.entityId))}` }]
    case 'restoreTable':
      return [{ text: `alter table ${qualified(schema, asideName(step.entityId))} rename to ${ident(step.table)}` }]
    case 'addColumns':
      return [{ text: addColumns(name, step) }]
    case 'dropColumnAside':
      return [renameColumn(name, step.column, asideName(step.attributeId))]
    case 'restoreColumn':
      return [renameColumn(name, asideName(step.attributeId), step.column)]
    case 'changeNumeric':
      return [{ text: `alter table ${name} alter column ${ident(step.column)} type ${step.type}` }]
    case 'convertColumn':
      return convertStatements(schema, step)
    case 'createUnique':
      return createUnique(schema, step)
    case 'createPair':
      return [{ text: createPair(name, step) }]
    case 'dropUnique':
      return [{ text: `drop index if exists ${qualified(schema, uniqueName(step.attributeId))}` }]
    case 'addForeignKey':
      return [{ text: addForeignKey(schema, step) }]
    case 'dropForeignKey':
      return [{ text: `alter table ${name} drop constraint if exists ${ident(foreignKeyName(step.attributeId))}` }]
    case 'clearLost':
      return [{ text: clearLost(name, qualified(schema, step.target), step) }]
  }
}

function addColumns(table: string, { columns }: AddColumns): string {
  return `alter table ${table} ${columns.map(({ column, type }) => `add column ${ident(column)} ${type}`).join(', ')}`
}

/** On a large table the index was built beside reads and writes before, under a name of its own. */
function createUnique(
  schema: string,
  { table, column, attributeId }: Extract<DdlStep, { kind: 'createUnique' }>,
): TableStatement[] {
  const name = ident(uniqueName(attributeId))
  return [
    { text: `alter index if exists ${qualified(schema, comingUniqueName(attributeId))} rename to ${name}` },
    { text: `create unique index if not exists ${name} on ${qualified(schema, table)} (${ident(column)})` },
  ]
}

function clearLost(table: string, target: string, { column, links }: Extract<DdlStep, { kind: 'clearLost' }>): string {
  const lost = `t.${ident(column)} is not null and not exists (select 1 from ${target} o where o.id = t.${ident(column)})`
  return links ? `delete from ${table} t where ${lost}` : `update ${table} t set ${ident(column)} = null where ${lost}`
}

function createPair(table: string, { columns, attributeId }: Extract<DdlStep, { kind: 'createPair' }>): string {
  return `create unique index ${ident(pairName(attributeId))} on ${table} (${columns.map(ident).join(', ')})`
}

/** NOT VALID keeps the lock short; `validateForeignKey` reads the rows after the commit. */
function addForeignKey(schema: string, step: Extract<DdlStep, { kind: 'addForeignKey' }>): string {
  return [
    `alter table ${qualified(schema, step.table)} add constraint ${ident(foreignKeyName(step.attributeId))}`,
    `foreign key (${ident(step.column)}) references ${qualified(schema, step.target)} (id)`,
    `${keyRule} not valid`,
  ].join(' ')
}

/**
 * What becomes of the records that point to a deleted one is done in sight, with events (`records/server/recordDependents.ts`); the
 * key only forbids to leave them behind. It waits for the end of a transaction that asks for it: records may point at each
 * other in a circle.
 */
const keyRule = 'on delete no action deferrable initially immediate'

export function dropKey(schema: string, key: { table: string; constraint: string }): string {
  return `alter table ${qualified(schema, key.table)} drop constraint if exists ${ident(key.constraint)}`
}

/** The statement that gives a foreign key from before the rule of now. */
export function renewForeignKey(
  schema: string,
  key: { table: string; constraint: string; column: string; target: string },
) {
  const constraint = ident(key.constraint)
  return `alter table ${qualified(schema, key.table)} drop constraint ${constraint}, add constraint ${constraint}
    foreign key (${ident(key.column)}) references ${qualified(schema, key.target)} (id) ${keyRule} not valid`
}

/** The statement that checks the rows a foreign key was not checked against. */
export function validateForeignKey(schema: string, table: string, constraint: string): string {
  return `alter table ${qualified(schema, table)} validate constraint ${ident(constraint)}`
}

/** The statement that takes a table or column aside away for good. */
export function purgeStatement(schema: string, dropped: { id: string; kind: string }, table: string): string {
  if (dropped.kind === 'entity') return `drop table if exists ${qualified(schema, asideName(dropped.id))} cascade`
  return `alter table if exists ${qualified(schema, table)} drop column if exists ${ident(asideName(dropped.id))} cascade`
}

function renameColumn(table: string, from: string, to: string): TableStatement {
  return { text: `alter table ${table} rename column ${ident(from)} to ${ident(to)}` }
}

// Rows are updated more often than they grow: some room on each page keeps an update on the page of its row (HOT),
// which also needs that no index holds `version` or `updated_on`.
function createTable(name: string, entityId: string): string {
  return `create table ${name} (
    id uuid not null constraint ${ident(indexName(entityId, 'key'))} primary key,
    name text collate "C",
    status text collate "C" not null default 'active' constraint ${ident(indexName(entityId, 'status'))}
      check (status in ('active', 'inactive', 'disabled')),
    version bigint not null default 1,
    created_on timestamptz not null,
    created_by_id uuid not null,
    updated_on timestamptz not null,
    updated_by_id uuid not null,
    owner_id uuid not null,
    owning_unit_id uuid not null
  ) with (fillfactor = 90)`
}
