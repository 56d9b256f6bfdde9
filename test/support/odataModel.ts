import { compareComparables } from '../../src/odata/compare.ts'
import { calculate } from '../../src/decimals/exact.ts'
import {
  byName,
  type EntitySet,
  type Enumeration,
  type ODataModel,
  type ODataOperation,
  type Property,
  type TableMap,
} from '../../src/odata/model.ts'

/** One of them at a time. */
export const colour: Enumeration = {
  name: 'Colour',
  flags: false,
  members: new Map([
    ['Red', 1],
    ['Green', 2],
    ['Blue', 10],
  ]),
}

/** Any of them together; one stands for two others. */
export const access: Enumeration = {
  name: 'Access',
  flags: true,
  members: new Map([
    ['None', 0],
    ['Read', 1],
    ['Write', 2],
    ['ReadWrite', 3],
    ['Delete', 4],
  ]),
}

const id = property('id', 'Edm.Guid', { nullable: false })
const version = property('version', 'Edm.Int64', { nullable: false })
const name = property('name', 'Edm.String', { searchable: true })

const decimal = { of: { type: 'Edm.Decimal' }, collection: false, nullable: false } as const

/** Functions that filters may call: of values, and of a row. */
export const taxed: ODataOperation = {
  name: 'taxed',
  kind: 'function',
  parameters: byName([
    { name: 'amount', ...decimal },
    { name: 'rate', ...decimal },
  ]),
  returns: decimal,
  inline: {
    sql: (amount, rate) => `((${amount})::numeric * (1 + (${rate})::numeric))`,
    evaluate: (amount = '0', rate = '0') =>
      calculate('mul', amount, calculate('add', '1', rate, false) ?? '0', false) ?? null,
  },
}
const doubled: ODataOperation = {
  name: 'doubled',
  kind: 'function',
  binding: { set: 'invoices', collection: false },
  parameters: byName([]),
  returns: decimal,
  inline: {
    reads: ['total'],
    sql: (total) => `((${total})::numeric * 2)`,
    evaluate: (total = '0') => calculate('mul', total, '2', false) ?? null,
  },
}
const isDear: ODataOperation = {
  name: 'isDear',
  kind: 'function',
  binding: { set: 'invoices', collection: false },
  parameters: byName([{ name: 'least', ...decimal }]),
  returns: { of: { type: 'Edm.Boolean' }, collection: false, nullable: false },
  inline: {
    reads: ['total'],
    sql: (total, least) => `((${total})::numeric >= (${least})::numeric)`,
    evaluate: (total = '0', least = '0') => compareComparables('Edm.Decimal', total, least) >= 0,
  },
}

/** A small model of every property type, with two lookups in a row and their collections back: invoices -> customers -> countries. */
export const model: ODataModel = {
  entitySets: byName([invoices(), customers(), countries()]),
  operations: [taxed, doubled, isDear],
}

export const tables: TableMap = new Map(
  [...model.entitySets.keys()].map(
    (name) =>
      [
        name,
        {
          schema: 'shop',
          table: name,
          collation: '"und-x-icu"',
          columns: new Map(['city', 'zip'].map((part) => [`address/${part}`, `address_${part}`] as const)),
        },
      ] as const,
  ),
)

/** The tables of the model, empty. */
export const tablesSql = `
create schema shop;
create table shop.countries (id uuid primary key, name text, version bigint not null default 1);
create table shop.customers (id uuid primary key, name text, country_id uuid, version bigint not null default 1);
create table shop.invoices (
  id uuid primary key, name text, total numeric, units bigint, rank integer, due date, done boolean,
  created_on timestamptz not null, customer_id uuid, secret text, colour smallint, access bigint,
  tags text[], sizes integer[], colours integer[], took interval, opens time, weight double precision, ratio real, share smallint,
  seal bytea, spot jsonb, route jsonb, area jsonb, corner jsonb, path jsonb, room jsonb, address_city text, address_zip integer, version bigint not null default 1);
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
      property('colour', 'Edm.Int16', { enumeration: colour }),
      property('access', 'Edm.Int64', { enumeration: access }),
      property('tags', 'Edm.String', { collection: true }),
      property('sizes', 'Edm.Int32', { collection: true }),
      property('colours', 'Edm.Int32', { collection: true, enumeration: colour }),
      property('took', 'Edm.Duration'),
      property('opens', 'Edm.TimeOfDay'),
      property('weight', 'Edm.Double'),
      property('ratio', 'Edm.Single'),
      property('share', 'Edm.Byte'),
      property('seal', 'Edm.Binary'),
      property('address/city', 'Edm.String'),
      property('address/zip', 'Edm.Int32'),
      property('spot', 'Edm.GeographyPoint'),
      property('route', 'Edm.GeographyLineString'),
      property('area', 'Edm.GeographyPolygon'),
      property('corner', 'Edm.GeometryPoint'),
      property('path', 'Edm.GeometryLineString'),
      property('room', 'Edm.GeometryPolygon'),
      property('secret', 'Edm.String', { filterable: false, sortable: false }),
      version,
    ]),
    complexes: byName([{ name: 'address', type: 'Address', nullable: true }]),
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
