import { byName, type EntitySet, type Enumeration, type ODataModel, type Property } from '../../src/odata/model.ts'

const color: Enumeration = { name: 'Color', flags: false, members: new Map([['Red', 0], ['Blue', 4]]) } // prettier-ignore
const rights: Enumeration = { name: 'Rights', flags: true, members: new Map([['Read', 1], ['Write', 2]]) } // prettier-ignore

/** A model of everything that a description can say. It has no tables: nothing is asked of it. */
export const richModel: ODataModel = {
  namespace: 'test.rich',
  entitySets: byName([people(), cities(), secrets()]),
  singletons: byName([{ name: 'Me', set: 'people', key: '0190a6e0-0000-7000-8000-000000000001' }]),
  operations: [
    {
      name: 'Nearest',
      kind: 'function',
      parameters: byName([
        { name: 'lat', of: { type: 'Edm.Double' }, collection: false, nullable: false },
        { name: 'color', of: { type: 'Edm.Int32', enumeration: color }, collection: false, nullable: true },
      ]),
      returns: { of: { set: 'cities' }, collection: true, nullable: false },
      title: 'Cities near by',
    },
    {
      name: 'Version',
      kind: 'function',
      parameters: byName([]),
      returns: { of: { type: 'Edm.String' }, collection: false, nullable: true },
    },
    { name: 'Reset', kind: 'action', parameters: byName([]) },
    {
      name: 'Promote',
      kind: 'action',
      binding: { set: 'people', collection: false },
      parameters: byName([{ name: 'it', of: { set: 'people' }, collection: false, nullable: false }]),
      returns: { of: { set: 'people' }, collection: false, nullable: true },
    },
    {
      name: 'Oldest',
      kind: 'function',
      binding: { set: 'people', collection: true },
      parameters: byName([]),
      returns: { of: { set: 'people' }, collection: true, nullable: false },
    },
    {
      name: 'Reveal',
      kind: 'function',
      parameters: byName([]),
      returns: { of: { set: 'secrets' }, collection: false, nullable: false },
    },
  ],
}

function people(): EntitySet {
  const parts = (path: string) => [
    property(`${path}/Street`, 'Edm.String', { maxLength: 100 }),
    property(`${path}/Geo/Lat`, 'Edm.Double'),
    property(`${path}/Geo/Lon`, 'Edm.Double'),
  ]
  return {
    name: 'people',
    typeName: 'Person',
    title: 'People & «friends»',
    description: 'All who\n<may> "come"',
    key: 'ID',
    etag: 'Version',
    requiresEtag: true,
    deletable: false,
    alternateKeys: [['Mail'], ['Code', 'Home/Street']],
    properties: byName([
      property('ID', 'Edm.Guid', { nullable: false, computed: true }),
      property('Mail', 'Edm.String', {
        maxLength: 250,
        pattern: '^(?:[^@]+@.+)$',
        required: true,
        immutable: true,
        title: 'E-mail',
        description: 'Where one is reached',
      }),
      property('Code', 'Edm.Int64', { minimum: '-9223372036854775808', maximum: '9223372036854775807' }),
      ...parts('Home'),
      ...parts('Work'),
      property('Favourite', 'Edm.Int32', { enumeration: color, default: 'Red' }),
      property('May', 'Edm.Int64', { enumeration: rights }),
      property('Tags', 'Edm.String', { collection: true, filterable: false, sortable: false, maxLength: 20 }),
      property('State', 'Edm.String', {
        default: 'new',
        searchable: true,
        options: [
          { value: 'new', label: 'New' },
          { value: 'a<b', label: 'A & "b"' },
        ],
      }),
      property('Wage', 'Edm.Decimal', { precision: 18, scale: 2, minimum: '0', maximum: '9999999999999999.99' }),
      property('Ratio', 'Edm.Decimal'),
      property('Born', 'Edm.Date', { minimum: '1900-01-01', default: '2000-01-01' }),
      property('Seen', 'Edm.DateTimeOffset', { precision: 3, maximum: '2100-01-01T00:00:00Z' }),
      property('Alarm', 'Edm.TimeOfDay', { precision: 3, minimum: '06:00:00' }),
      property('Rest', 'Edm.Duration', { maximum: 'PT8H' }),
      property('Key', 'Edm.Binary', { maxLength: 64 }),
      property('Spot', 'Edm.GeographyPoint'),
      property('Room', 'Edm.GeometryPolygon', { srid: 3059 }),
      property('Active', 'Edm.Boolean', { default: true }),
      property('Size', 'Edm.Single', { minimum: '0.5' }),
      property('Age', 'Edm.Byte', { maximum: '150' }),
      property('Photo', 'Edm.Stream', { mediaTypes: ['image/png', 'image/*'], filterable: false, sortable: false }),
      property('CityId', 'Edm.Guid'),
      property('BossId', 'Edm.Guid', { nullable: false, computedDefault: true }),
      property('SecretId', 'Edm.Guid'),
      property('Version', 'Edm.Int64', { nullable: false, computed: true }),
    ]),
    complexes: byName([
      { name: 'Home', type: 'Address', nullable: true },
      { name: 'Home/Geo', type: 'Place', nullable: true },
      { name: 'Work', type: 'Address', nullable: false },
      { name: 'Work/Geo', type: 'Place', nullable: true },
    ]),
    navigations: byName([
      { name: 'City', target: 'cities', via: 'CityId' },
      { name: 'Boss', target: 'people', via: 'BossId' },
      { name: 'Secret', target: 'secrets', via: 'SecretId' },
    ]),
    collections: byName([{ name: 'Team', target: 'people', via: 'BossId' }]),
  }
}

function cities(): EntitySet {
  return {
    name: 'cities',
    key: 'ID',
    insertable: false,
    updatable: false,
    unlisted: true,
    properties: byName([
      property('ID', 'Edm.Guid', { nullable: false }),
      property('Name', 'Edm.String', { searchable: true }),
    ]),
    navigations: byName([]),
    collections: byName([{ name: 'people', target: 'people', via: 'CityId' }]),
  }
}

function secrets(): EntitySet {
  return {
    name: 'secrets',
    key: 'ID',
    hidden: true,
    unlisted: true,
    properties: byName([property('ID', 'Edm.Guid', { nullable: false })]),
    navigations: byName([]),
  }
}

function property(name: string, type: Property['type'], more: Partial<Property> = {}): Property {
  return { name, type, nullable: true, filterable: true, sortable: true, ...more }
}
