import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csdlOf } from '#odata/metadata/csdl.ts'
import { csdlJson } from '#odata/metadata/json.ts'
import { csdlXml } from '#odata/metadata/xml.ts'
import { byName, type ODataModel } from '#odata/model.ts'
import { richModel } from '../../../test/support/odataRichModel.ts'

const xml = csdlXml(csdlOf(richModel), '4.01')
const json = JSON.parse(csdlJson(csdlOf(richModel)))
const schema = json['test.rich']

describe('types', () => {
  test('of rows have their key, properties in their order, and navigation to other rows and back', () => {
    expect(xml).toContain('<EntityType Name="Person"><Key><PropertyRef Name="ID"/></Key>')
    expect(
      Object.keys(schema.Person)
        .filter((name) => !/^[$@]/.test(name))
        .slice(0, 5),
    ).toEqual(['ID', 'Mail', 'Code', 'Home', 'Work'])
    expect(schema.Person.City).toEqual({
      $Kind: 'NavigationProperty',
      $Type: 'test.rich.cities',
      $Nullable: true,
      $Partner: 'people',
      $ReferentialConstraint: { CityId: 'ID' },
    })
    expect(schema.cities.people).toEqual({
      $Kind: 'NavigationProperty',
      $Collection: true,
      $Type: 'test.rich.Person',
      $Partner: 'City',
    })
    expect(schema.Person.Boss).toMatchObject({ $Partner: 'Team', $Type: 'test.rich.Person' })
    expect(schema.Person.Boss).not.toHaveProperty('$Nullable')
  })

  test('with parts are made of the paths, at any depth, and used by each property of theirs', () => {
    expect(schema.Address).toMatchObject({
      $Kind: 'ComplexType',
      Street: { $MaxLength: 100 },
      Geo: { $Type: 'test.rich.Place', $Nullable: true },
    })
    expect(Object.keys(schema.Place)).toEqual(['$Kind', 'Lat', 'Lon'])
    expect(schema.Person.Home).toEqual({ $Type: 'test.rich.Address', $Nullable: true })
    expect(schema.Person.Work).toEqual({ $Type: 'test.rich.Address' })
  })

  test('of enumerations have their members; one of wide numbers says so', () => {
    expect(schema.Color).toEqual({ $Kind: 'EnumType', Red: 0, Blue: 4 })
    expect(schema.Rights).toEqual({
      $Kind: 'EnumType',
      $UnderlyingType: 'Edm.Int64',
      $IsFlags: true,
      Read: 1,
      Write: 2,
    })
  })
})

describe('properties', () => {
  test('say what may be written into them', () => {
    expect(schema.Person.Mail).toMatchObject({
      $MaxLength: 250,
      '@Core.Immutable': true,
      '@Validation.Pattern': '^(?:[^@]+@.+)$',
      '@Core.Description': 'E-mail',
      '@Core.LongDescription': 'Where one is reached',
    })
    expect(schema.Person.State).toMatchObject({
      $DefaultValue: 'new',
      '@Validation.AllowedValues': [
        { Value: 'new', '@Core.Description': 'New' },
        { Value: 'a<b', '@Core.Description': 'A & "b"' },
      ],
    })
    expect(schema.Person.Photo).toMatchObject({ '@Core.AcceptableMediaTypes': ['image/png', 'image/*'] })
    expect(schema.Person.ID).toEqual({ $Type: 'Edm.Guid', '@Core.Computed': true })
    expect(schema.Person.BossId).toMatchObject({ '@Core.ComputedDefaultValue': true })
  })

  test('keep every digit of their bounds', () => {
    expect(xml).toContain('<Annotation Term="Validation.Maximum" Int="9223372036854775807"/>')
    expect(schema.Person.Code['@Validation.Maximum']).toBe('9223372036854775807')
    expect(schema.Person.Wage).toMatchObject({
      $Precision: 18,
      $Scale: 2,
      '@Validation.Maximum': '9999999999999999.99',
    })
    expect(schema.Person.Size['@Validation.Minimum']).toBe(0.5)
  })

  test('that are numbers with a point or moments are never taken for whole ones', () => {
    expect(xml).toContain('<Property Name="Ratio" Type="Edm.Decimal" Scale="variable"/>')
    expect(schema.Person.Rest.$Precision).toBe(6)
    expect(schema.Person.Seen.$Precision).toBe(3)
  })
})

describe('the container', () => {
  const container = schema.Container

  test('binds what leads from set to set', () => {
    expect(container.people.$NavigationPropertyBinding).toEqual({ City: 'cities', Boss: 'people', Team: 'people' })
    expect(container.Me).toMatchObject({ $Type: 'test.rich.Person', $NavigationPropertyBinding: { City: 'cities' } })
  })

  test('hides hidden sets with everything that leads to them, and keeps unlisted ones', () => {
    expect(xml + JSON.stringify(json)).not.toMatch(/secrets|"Secret"|Reveal/)
    expect(container.cities.$IncludeInServiceDocument).toBe(false)
  })

  test('imports what is called on the service; what is called on rows is bound to them', () => {
    expect(container.Nearest).toEqual({ $Function: 'test.rich.Nearest', $EntitySet: 'cities' })
    expect(container.Version).toEqual({ $Function: 'test.rich.Version', $IncludeInServiceDocument: true })
    expect(container.Reset).toEqual({ $Action: 'test.rich.Reset' })
    expect(container).not.toHaveProperty('Promote')
    expect(schema.Promote[0]).toMatchObject({
      $Kind: 'Action',
      $IsBound: true,
      $Parameter: [{ $Name: '_it', $Type: 'test.rich.Person' }, { $Name: 'it' }],
      $ReturnType: { $Type: 'test.rich.Person', $Nullable: true },
    })
    expect(schema.Oldest[0].$Parameter).toEqual([{ $Name: 'it', $Type: 'test.rich.Person', $Collection: true }])
  })

  test('tells of each set what may be done with it', () => {
    expect(container.people).toMatchObject({
      '@Core.OptimisticConcurrency': ['Version'],
      '@Capabilities.InsertRestrictions': { Insertable: true, RequiredProperties: ['Mail'] },
      '@Capabilities.DeleteRestrictions': { Deletable: false },
      '@Capabilities.FilterRestrictions': { NonFilterableProperties: ['Tags', 'Photo'] },
    })
    expect(container.cities).toMatchObject({
      '@Capabilities.InsertRestrictions': { Insertable: false },
      '@Capabilities.UpdateRestrictions': { Updatable: false },
      '@Capabilities.ExpandRestrictions': { MaxLevels: 4 },
      '@Capabilities.SearchRestrictions': { Searchable: true },
    })
    expect(schema.Person['@Core.AlternateKeys']).toEqual([
      { Key: [{ Name: 'Mail', Alias: 'Mail' }] },
      {
        Key: [
          { Name: 'Code', Alias: 'Code' },
          { Name: 'Home/Street', Alias: 'Home_Street' },
        ],
      },
    ])
  })

  test('has a name that no type has', () => {
    const sets = byName([
      { name: 'Container', key: 'id', properties: new Map(), navigations: new Map() },
      { name: 'Container_', key: 'id', properties: new Map(), navigations: new Map() },
    ])
    expect(csdlOf({ entitySets: sets }).container.name).toBe('Container__')
  })
})

test('whatever people write, the XML stays well made and says the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (title) => {
      const set = { name: 'things', title, key: 'id', properties: new Map(), navigations: new Map() }
      const model: ODataModel = { entitySets: byName([set]) }
      const written = /Term="Core.Description" String="([^"<>]*)"/.exec(csdlXml(csdlOf(model), '4.01'))?.[1] ?? ''
      const read = written.replace(/&(?:#(\d+)|(\w+));/g, (_all, code: string, name: string) =>
        code ? String.fromCharCode(Number(code)) : ({ amp: '&', lt: '<', gt: '>', quot: '"' }[name] ?? '?'),
      )
      expect(read).toBe(title.toWellFormed().replace(/[^\t\n\r\u0020-\ufffd]/g, ''))
    }),
  )
})
