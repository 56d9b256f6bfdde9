import { byName, type EntitySet, type ODataModel, type Property, type TableMap } from '../../src/odata/model.ts'

const id = property('id', 'Edm.Guid', { nullable: false })
const version = property('version', 'Edm.Int64', { nullable: false })
const name = property('name', 'Edm.String', { searchable: true })

/** A small model of every property type, with two lookups in a row and their collections back: invoices -> customers -> countries. */
export const model: ODataModel = { entitySets: byName([invoices(), customers(), countries()]) }

export const tables: TableMap = new Map(
  [...model.entitySets.keys()].map(
    (name) => [name, { schema: 'shop', table: name, collation: '"und-x-icu"' }] as const,
  ),
)

/** The tables of the model, empty. */
export const tablesSql = `
create schema shop;
create table shop.countries (id uuid primary key, name text, version bigint not null default 1);
create table shop.customers (id uuid primary key, name text, country_id uuid, version bigint not null default 1);
create table shop.invoices (
  id uuid primary key, name text, total numeric, units bigint, rank integer, due date, done boolean,
  created_on timestamptz not null, customer_id uuid, secret text, version bigint not null default 1);
create index on shop.invoices (due asc nulls first, id);
create table shop._version (model_version bigint, access_version bigint);
insert into shop._version values (7, 9)`

function invoices(): EntitySet {
  return {
    name: 'invoices',
    key: 'id',
    etag: 'version',
    properties: byName([
      id,
      name,
      property('total', 'Edm.Decimal', { precision: 18, scale: 4 }),
      property('units', 'Edm.Int64'),
      property('rank', 'Edm.Int32'),
      property('due', 'Edm.Date'),
      property('done', 'Edm.Boolean'),
      property('created_on', 'Edm.DateTimeOffset', { nullable: false }),
      property('customer_id', 'Edm.Guid'),
      property('secret', 'Edm.String', { filterable: false, sortable: false }),
      version,
    ]),
    navigations: byName([{ name: 'customer', target: 'customers', via: 'customer_id' }]),
  }
}

function customers(): EntitySet {
  return {
    name: 'customers',
    key: 'id',
    etag: 'version',
    properties: byName([id, name, property('country_id', 'Edm.Guid'), version]),
    navigations: byName([{ name: 'country', target: 'countries', via: 'country_id' }]),
    collections: byName([{ name: 'invoices', target: 'invoices', via: 'customer_id' }]),
  }
}

function countries(): EntitySet {
  return {
    name: 'countries',
    key: 'id',
    etag: 'version',
    properties: byName([id, name, version]),
    navigations: new Map(),
    collections: byName([{ name: 'customers', target: 'customers', via: 'country_id' }]),
  }
}

function property(name: string, type: Property['type'], more: Partial<Property> = {}): Property {
  return { name, type, nullable: true, filterable: true, sortable: true, ...more }
}
