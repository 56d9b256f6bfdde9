import type { FaultCode } from '#faults/catalogue.ts'
import { ident, qualified } from '#platform/sql.ts'
import { asideName, foreignKeyName, indexName, uniqueName, type Step } from '#tables/step.ts'

/** One statement of DDL. `refuseRows` makes it a question: any row it finds refuses the change with that code. */
export type TableStatement = { readonly text: string; readonly refuseRows?: FaultCode }

/** The statements of a step, one each, because a query string of DDL holds only one. */
export function statementsOf(schema: string, step: Step): TableStatement[] {
  const name = 'table' in step ? qualified(schema, step.table) : ''
  switch (step.kind) {
    case 'createTable':
      return [{ text: createTable(name, step.entityId) }]
    case 'dropTableAside':
      return [{ text: `alter table ${name} rename to ${ident(asideName(step.entityId))}` }]
    case 'restoreTable':
      return [{ text: `alter table ${qualified(schema, asideName(step.entityId))} rename to ${ident(step.table)}` }]
    case 'addColumn':
      return [{ text: `alter table ${name} add column ${ident(step.column)} ${step.type}` }]
    case 'dropColumnAside':
      return [renameColumn(name, step.column, asideName(step.attributeId))]
    case 'restoreColumn':
      return [renameColumn(name, asideName(step.attributeId), step.column)]
    case 'changeNumeric':
      return changeNumeric(name, ident(step.column), step.type, step.scale)
    case 'createUnique':
      return [{ text: `create unique index ${ident(uniqueName(step.attributeId))} on ${name} (${ident(step.column)})` }]
    case 'dropUnique':
      return [{ text: `drop index if exists ${qualified(schema, uniqueName(step.attributeId))}` }]
    case 'addForeignKey':
      return [{ text: addForeignKey(schema, step) }]
  }
}

/** NOT VALID keeps the lock short; `validateForeignKey` reads the rows after the commit. */
function addForeignKey(schema: string, step: Extract<Step, { kind: 'addForeignKey' }>): string {
  return [
    `alter table ${qualified(schema, step.table)} add constraint ${ident(foreignKeyName(step.attributeId))}`,
    `foreign key (${ident(step.column)}) references ${qualified(schema, step.target)} (id)`,
    'on delete set null not valid',
  ].join(' ')
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

/** Rounding would lose digits without a word, so it is looked for first; too many digits before the point fail by themselves. */
function changeNumeric(table: string, column: string, type: string, scale: number): TableStatement[] {
  return [
    {
      text: `select 1 from ${table} where ${column} <> round(${column}, ${scale}) limit 1`,
      refuseRows: 'attribute.narrowed',
    },
    { text: `alter table ${table} alter column ${column} type ${type}` },
  ]
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
