import fc from 'fast-check'
import { compared, oneOf } from './odataFilterParts.ts'
import { names, numbers, integers, days, times, durations, clocks, doubles, seals, writings } from './odataRows.ts'

const someTags = oneOf(['tags', "['a','b']", "['a']", "['a','a',null]", '[]', "concat(tags,['a'])", 'substring(tags,1)', 'substring(tags,-2,1)', 'substring(tags,rank,units)', "['b','a']"]) // prettier-ignore
const someSizes = oneOf(['sizes', '[1,2]', '[2]', '[]', '[3,1]', '[7,null]', 'concat([1],sizes)', 'substring(sizes,1)', 'substring(sizes,0,rank)']) // prettier-ignore
const ofCollections = fc.oneof(
  fc
    .tuple(oneOf(['contains', 'startswith', 'endswith']), someTags, someTags)
    .map(([name, left, right]) => `${name}(${left},${right})`),
  fc
    .tuple(oneOf(['contains', 'startswith', 'endswith']), someSizes, someSizes)
    .map(([name, left, right]) => `${name}(${left},${right})`),
  fc.tuple(someSizes, someSizes, oneOf(['eq', 'gt', 'ne'])).map(([left, right, sign]) => `indexof(${left},${right}) ${sign} rank`), // prettier-ignore
  fc.tuple(someTags, oneOf(['eq', 'lt']), oneOf(['0', '2', 'rank'])).map(([of, sign, size]) => `length(${of}) ${sign} ${size}`), // prettier-ignore
  fc.tuple(oneOf(['concat(tags,tags)', 'substring(tags,1)', "concat(tags,['a'])"]), oneOf(['eq', 'ne']), someTags).map((parts) => parts.join(' ')), // prettier-ignore
  oneOf(["name in concat(tags,['A'])", 'rank in substring(sizes,1)', "tags in [['a'],['b','a','a']]", "['a'] eq tags"]),
)
const street = oneOf(['null', ...names.slice(0, 6).map((name) => JSON.stringify(name))])
const ofComplexes = fc.oneof(
  fc
    .tuple(oneOf(['eq', 'ne']), street, oneOf(['0', '1', '7', 'null', 'rank']))
    .map(([sign, city, zip]) => `address ${sign} {"city":${city},"zip":${zip}}`),
  oneOf(['{"zip":1} eq address', 'address eq {}', 'address in [{"zip":7},{"city":"a"},null]', 'address eq $it/address', 'customer/invoices/any(i:i/address eq $it/address and i/id ne id)', 'address ne {"zip":units add 1}', 'address eq {"city":name}']), // prettier-ignore
)
const placed = ['spot', "geography'SRID=4326;Point(24.1 56.95)'", "geography'SRID=4326;POINT(0 0)'", "geography'SRID=4326;Point(5 5 1)'", 'case(done:spot)'] // prettier-ignore
const cornered = ['corner', "geometry'SRID=0;Point(3 4)'", "Geometry'SRID=0;Point(0.1 0.2)'", "geometry'SRID=0;point(-7 5)'"] // prettier-ignore
const within = [...placed.flatMap((place) => ["area", "geography'SRID=4326;Polygon((-10 -10,60 -10,60 60,-10 60,-10 -10),(4 4,6 4,6 6,4 6,4 4))'"].map((area) => `geo.intersects(${place},${area})`)), ...cornered.flatMap((corner) => ['room', "geometry'SRID=0;Polygon((0 0,6 8,6 0,0 0))'"].map((room) => `geo.intersects(${corner},${room})`))] // prettier-ignore
const far = [...placed.flatMap((from) => placed.map((to) => `geo.distance(${from},${to})`)), ...cornered.flatMap((from) => cornered.map((to) => `geo.distance(${from},${to})`)), 'geo.length(route)', 'geo.length(path)', "geo.length(geometry'SRID=0;LineString(0 0,3 4,3 0)')", "geo.length(geography'SRID=4326;LineString(24.1 56.95,2.35 48.86)')"] // prettier-ignore
const ofPlaces = fc.oneof(
  compared(oneOf(far), fc.oneof(oneOf(['0', '5', '9', '1e6', '1600000.5', '0.5385164807134505']), oneOf(far))),
  oneOf([...within, ...within.map((text) => `not ${text}`), 'spot eq null', 'area ne null', 'customer/invoices/any(i:geo.distance(i/spot,spot) gt 1e6)']), // prettier-ignore
)
const ofFunctions = oneOf([
  'Model.taxed(amount=total,rate=0.21) gt 1',
  'taxed(rate=0.5,amount=rank) eq 1.5',
  'Model.doubled() ge units',
  '$it/Model.doubled() lt total',
  'Model.isDear(least=rank)',
  'not Model.isDear(least=1)', // prettier-ignore
  'customer/invoices/any(i:i/Model.isDear(least=$it/rank))',
  'taxed(amount=null,rate=1) eq null',
  'Model.taxed(amount=Model.doubled(),rate=total) ne null', // prettier-ignore
])
const typeNames = ['String', 'Boolean', 'Byte', 'SByte', 'Int16', 'Int32', 'Int64', 'Decimal', 'Single', 'Double', 'Guid', 'Date', 'TimeOfDay', 'DateTimeOffset', 'Duration', 'Binary'] // prettier-ignore
const castable = oneOf([
  'name',
  'total',
  'units',
  'rank',
  'due',
  'done',
  'created_on',
  'customer_id',
  'colour',
  'access',
  'took',
  'opens',
  'weight',
  'ratio',
  'share',
  'seal',
  'address/city',
  'customer/name', // prettier-ignore
  '(total mul 1.10)',
  '(units mul units)',
  '(weight mul 3)',
  '(created_on add took)',
  'time(created_on)',
  '(rank gt 1)',
  'tolower(name)', // prettier-ignore
])
const writtenTexts = [
  ...writings,
  ...numbers,
  ...integers,
  ...days,
  ...times,
  ...durations,
  ...clocks,
  ...doubles,
  ...seals,
]
// What is cast there and back, and what texts say of other types.
const castTexts = fc.oneof(
  compared(castable.map((value) => `cast(${value},Edm.String)`), oneOf([...writtenTexts, ...names.slice(0, 4)].map((text) => `'${text}'`))), // prettier-ignore
  fc
    .tuple(castable, oneOf(typeNames), oneOf(['eq null', 'ne null']))
    .map(([value, type, end]) => `cast(cast(${value},Edm.String),Edm.${type}) ${end}`),
  fc
    .tuple(castable, oneOf(typeNames), oneOf(typeNames))
    .map(([value, type, other]) => `cast(cast(${value},Edm.${type}),Edm.${other}) ne cast(${value},Edm.${other})`),
  fc
    .tuple(oneOf(writtenTexts), oneOf(typeNames), castable, oneOf(['eq', 'ne']))
    .map(([text, type, value, sign]) => `cast('${text}',Edm.${type}) ${sign} cast(${value},Edm.${type})`),
)

// Members by their names and numbers, and what almost names some.
const memberTexts = ['Red', ' Blue ', 'Green', '10', '+2', '-1', '9', 'Read', 'Read, Write', 'Read,Delete,4', 'ReadWrite,9', '7', '0', 'None,', '', 'red', '1.0', '1000000000000000'] // prettier-ignore
const castMembers = fc
  .tuple(
    fc.oneof(
      castable,
      oneOf([...memberTexts.map((text) => `'${text}'`), ...integers, 'colour', 'access', 'share', 'null']),
    ),
    oneOf(['Colour', 'Access']),
    oneOf(['eq null', 'ne null', 'eq 1', 'in (1,2)', "ne '2'"]),
    fc.boolean(),
  )
  .map(([value, type, end, again]) => {
    const cast = `cast(${value},Model.${type})`
    return `${again ? `cast(cast(${cast},Edm.String),Model.Access)` : cast} ${end}`
  })

/** Texts of `$filter` about collections, complex values, places, functions of the model and casts. */
export const ofFurtherTypes = fc.oneof(castTexts, castMembers, ofCollections, ofComplexes, ofPlaces, ofFunctions)
