import {
  byName,
  type EdmType,
  type EntitySet,
  type ODataModel,
  type ODataOperation,
  type OperationType,
  type Property,
  type TableMap,
} from '../../src/odata/model.ts'
import { calculate } from '../../src/decimals/exact.ts'
import { access, colour, taxed } from './odataModel.ts'

const schema = 'reference'
const version = property('version', 'Edm.Int64', { nullable: false, computed: true })
const paint = { ...of('Edm.Int16'), of: { type: 'Edm.Int16' as const, enumeration: colour } }

/** A model of everything that a model can have: what the engine answers for it does not depend on our product. */
export const serviceModel: ODataModel = {
  namespace: 'Reference',
  entitySets: byName([products(), categories(), tickets(), companies()]),
  singletons: byName([{ name: 'company', set: 'companies', key: 'main' }]),
  operations: operations(),
}

export const serviceTables: TableMap = new Map(
  [...serviceModel.entitySets.values()].map((set) => {
    const flat = [...set.properties.keys()].filter((name) => name.includes('/'))
    const columns = new Map(flat.map((name) => [name, name.replaceAll('/', '_')]))
    return [set.name, { schema, table: set.name, collation: '"und-x-icu"', columns }] as const
  }),
)

/** The tables of the model, empty, in a new schema. */
export const serviceSql = `
drop schema if exists ${schema} cascade;
create schema ${schema};
create table ${schema}._version (model_version bigint not null, access_version bigint not null);
insert into ${schema}._version values (1, 1);
create table ${schema}.categories (code text primary key, name text not null);
create table ${schema}.products (
  id uuid primary key, code text not null, name text, colour smallint, access bigint, price numeric(12, 2),
  stock integer, units bigint, share smallint, weight double precision, took interval, opens time, made_on timestamptz,
  day date, done boolean not null default false, seal bytea, place jsonb, route jsonb, zone jsonb, tags text[] not null default '{}',
  sizes integer[] not null default '{}', colours integer[] not null default '{}', address_street text, address_city text,
  address_place_latitude double precision, address_place_longitude double precision,
  photo bytea, photo_type text, photo_etag text,
  category_code text references ${schema}.categories, version bigint not null default 1,
  constraint products_code unique (code));
create table ${schema}.tickets (
  number bigint primary key, title text not null, day date, product_id uuid references ${schema}.products,
  version bigint not null default 1);
create index on ${schema}.tickets (product_id);
create table ${schema}.companies (id text primary key, name text not null, motto text, version bigint not null default 1)`

function products(): EntitySet {
  return {
    name: 'products',
    typeName: 'Product',
    key: 'id',
    etag: 'version',
    alternateKeys: [['code']],
    properties: byName([
      property('id', 'Edm.Guid', { nullable: false, immutable: true }),
      property('code', 'Edm.String', { nullable: false, required: true, maxLength: 20 }),
      property('name', 'Edm.String', { searchable: true }),
      property('colour', 'Edm.Int16', { enumeration: colour }),
      property('access', 'Edm.Int64', { enumeration: access }),
      property('price', 'Edm.Decimal', { precision: 12, scale: 2 }),
      property('stock', 'Edm.Int32'),
      property('units', 'Edm.Int64'),
      property('share', 'Edm.Byte'),
      property('weight', 'Edm.Double'),
      property('took', 'Edm.Duration'),
      property('opens', 'Edm.TimeOfDay'),
      property('made_on', 'Edm.DateTimeOffset'),
      property('day', 'Edm.Date'),
      property('done', 'Edm.Boolean', { nullable: false, default: false }),
      property('seal', 'Edm.Binary'),
      property('place', 'Edm.GeographyPoint'),
      property('route', 'Edm.GeographyLineString'),
      property('zone', 'Edm.GeometryPolygon', { srid: 3059 }),
      property('tags', 'Edm.String', { collection: true, nullable: false }),
      property('sizes', 'Edm.Int32', { collection: true, nullable: false }),
      property('colours', 'Edm.Int32', { collection: true, nullable: false, enumeration: colour }),
      property('address/street', 'Edm.String'),
      property('address/city', 'Edm.String'),
      property('address/place/latitude', 'Edm.Double'),
      property('address/place/longitude', 'Edm.Double'),
      property('photo', 'Edm.Stream', {
        mediaTypes: ['image/*', 'text/plain'],
        maxBytes: 2048,
        content: { mediaType: property('photo_type', 'Edm.String'), etag: property('photo_etag', 'Edm.String') },
      }),
      property('category_code', 'Edm.String'),
      version,
    ]),
    complexes: byName([
      { name: 'address', type: 'Address', nullable: true },
      { name: 'address/place', type: 'Place', nullable: true },
    ]),
    navigations: byName([{ name: 'category', target: 'categories', via: 'category_code' }]),
    collections: byName([{ name: 'tickets', target: 'tickets', via: 'product_id' }]),
  }
}

function categories(): EntitySet {
  return {
    name: 'categories',
    typeName: 'Category',
    key: 'code',
    properties: byName([
      property('code', 'Edm.String', { nullable: false, immutable: true }),
      property('name', 'Edm.String', { nullable: false, required: true, searchable: true }),
    ]),
    navigations: new Map(),
    collections: byName([{ name: 'products', target: 'products', via: 'category_code' }]),
  }
}

function tickets(): EntitySet {
  return {
    name: 'tickets',
    typeName: 'Ticket',
    key: 'number',
    etag: 'version',
    properties: byName([
      property('number', 'Edm.Int64', { nullable: false, immutable: true }),
      property('title', 'Edm.String', { nullable: false, required: true, searchable: true }),
      property('day', 'Edm.Date'),
      property('product_id', 'Edm.Guid'),
      version,
    ]),
    navigations: byName([{ name: 'product', target: 'products', via: 'product_id' }]),
  }
}

function companies(): EntitySet {
  return {
    name: 'companies',
    typeName: 'Company',
    key: 'id',
    etag: 'version',
    unlisted: true,
    insertable: false,
    deletable: false,
    properties: byName([
      property('id', 'Edm.String', { nullable: false, immutable: true }),
      property('name', 'Edm.String', { nullable: false, required: true }),
      property('motto', 'Edm.String'),
      version,
    ]),
    navigations: new Map(),
  }
}

function operations(): readonly ODataOperation[] {
  const row = { set: 'products', collection: false }
  const rows = { set: 'products', collection: true }
  return [
    action('reset', {}),
    // What suites of others call between their tests, and want an answer with content of.
    action('Reseed', {}, { returns: of('Edm.String') }),
    action(
      'raise',
      { by: of('Edm.Decimal') },
      { binding: row, returns: { ...of({ set: 'products' }), nullable: false } },
    ),
    action(
      'raise',
      { by: of('Edm.Decimal') },
      { binding: rows, returns: { ...of({ set: 'products' }), collection: true } },
    ),
    action(
      'paint',
      { colour: paint, tags: { ...of('Edm.String'), collection: true } },
      { binding: rows, returns: { ...of({ set: 'products' }), collection: true } },
    ),
    call('dearest', {}, { ...of({ set: 'products' }), collection: true }),
    call('dearest', { count: of('Edm.Int32') }, { ...of({ set: 'products' }), collection: true }),
    call(
      'dearest',
      { count: of('Edm.Int32'), category: of('Edm.String') },
      { ...of({ set: 'products' }), collection: true },
    ),
    call('best', {}, of({ set: 'products' })),
    call('average', { colour: { ...paint, nullable: true } }, { ...of('Edm.Decimal'), nullable: true }, rows),
    call('average', {}, { ...of('Edm.Decimal'), nullable: true }),
    call('labels', {}, { ...of('Edm.String'), collection: true }, row),
    call('longest', { durations: { ...of('Edm.Duration'), collection: true } }, of('Edm.Duration')),
    call('twice', { value: of('Edm.Double') }, of('Edm.Double')),
    taxed,
    worth({ rate: of('Edm.Decimal') }, 'price', 'stock'),
    worth({ rate: of('Edm.Decimal'), pieces: of('Edm.Int32') }, 'price'),
    call('next', { number: of('Edm.Int64') }, of('Edm.Int64')),
    call(
      'mixed',
      { colours: { ...paint, collection: true } },
      { ...of('Edm.Int64'), of: { type: 'Edm.Int64', enumeration: access } },
    ),
  ]
}

// What some pieces of a product are worth: all that are in stock, or as many as are asked for.
function worth(parameters: Parameters, ...reads: readonly string[]): ODataOperation {
  const returns = { ...of('Edm.Decimal'), nullable: true }
  return {
    ...call('worth', parameters, returns, { set: 'products', collection: false }),
    inline: {
      reads,
      sql: (...factors) => `(${factors.map((factor) => `(${factor})::numeric`).join(' * ')})`,
      evaluate: (...factors) => factors.reduce((all, each) => calculate('mul', all, each, false) ?? all),
    },
  }
}

function of(type: EdmType | { readonly set: string }): OperationType {
  return { of: typeof type === 'string' ? { type } : type, collection: false, nullable: false }
}

type Parameters = Readonly<Record<string, OperationType>>

function named(parameters: Parameters): ODataOperation['parameters'] {
  return byName(Object.entries(parameters).map(([name, type]) => ({ name, ...type })))
}

function action(name: string, parameters: Parameters, more: Partial<ODataOperation> = {}): ODataOperation {
  return { name, kind: 'action', parameters: named(parameters), ...more }
}

function call(
  name: string,
  parameters: Parameters,
  returns: OperationType,
  binding?: ODataOperation['binding'],
): ODataOperation {
  return { name, kind: 'function', parameters: named(parameters), returns, ...(binding && { binding }) }
}

function property(name: string, type: Property['type'], more: Partial<Property> = {}): Property {
  return { name, type, nullable: true, filterable: true, sortable: true, ...more }
}
